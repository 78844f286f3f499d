import { Failure } from "#lib/failures.ts";
import { Password } from "#lib/identity/users/input.ts";

/**
 * Returns a new password that a user entered twice.
 *
 * @throws {Failure} `invalid_request` if it is too short or too long, or if the two are different
 */
export function parseNewPassword(first = "", second = ""): string {
  const { data: password } = Password.safeParse(first);
  if (password === undefined)
    throw invalidPassword("The new password must have 8 to 1,024 characters. Your password was not changed.");
  if (first !== second) throw invalidPassword("The new passwords differ. Your password was not changed.");
  return password;
}

const invalidPassword = (message: string): Failure => new Failure("invalid_request", message);
