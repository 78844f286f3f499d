import { Failure } from "#lib/failures.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { changePassword } from "#lib/sign-in/change-password.ts";
import { requirePasswordSignIn } from "#lib/sign-in/takes-passwords.ts";
import { Password } from "#lib/users/input.ts";
import { CHANGE_PASSWORD } from "./paths.ts";
import { takeForm } from "./take-form.ts";

/** Changes the password. This browser stays signed in, all others do not. */
export const takeChangePassword = (visit: Visit): Promise<PageAnswer> =>
  takeForm(visit, CHANGE_PASSWORD, async ({ user }) => {
    requirePasswordSignIn();
    const { device, address } = visit;
    const { current_password: password = "" } = visit.form;
    const newPassword = newPasswordOf(visit);
    const session = await changePassword(user, { password, newPassword, device, address });
    return { done: "Your password is changed. All other browsers are signed out.", session };
  });

function newPasswordOf({ form }: Visit): string {
  const { new_password: first = "", new_password_again: second = "" } = form;
  const { data } = Password.safeParse(first);
  if (data === undefined)
    throw invalid("The new password must have 8 to 1,024 characters. Your password was not changed.");
  if (first !== second) throw invalid("The new passwords differ. Your password was not changed.");
  return data;
}

const invalid = (message: string): Failure => new Failure("invalid_request", message);
