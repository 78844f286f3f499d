import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { changePassword, parseNewPassword } from "#lib/identity/sign-in/change-password.ts";
import { CHANGE_PASSWORD } from "./paths.ts";
import { submitForm } from "./submit-form.ts";

/** Changes the password. This browser stays signed in, all others do not. */
export const submitChangePassword = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, CHANGE_PASSWORD, async ({ user }) => {
    const { device, address, form } = visit;
    const { current_password: password = "", new_password: first, new_password_again: second } = form;
    const newPassword = parseNewPassword(first, second);
    const cookies = await changePassword(user, { password, newPassword, device, address });
    return { done: "Your password is changed. All other browsers are signed out.", cookies };
  });
