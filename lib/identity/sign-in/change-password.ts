import { Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { Password } from "#lib/identity/users/input.ts";
import { hashPassword } from "#lib/identity/users/password.ts";
import { equals } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { transact } from "#lib/storage/table/write.ts";
import { rememberDevice } from "./known-device.ts";
import { requirePasswordSignIn } from "./password-sign-in.ts";
import { createSession } from "./session.ts";
import { type Credentials, checkPassword, type SignedIn } from "./sign-in.ts";

/** The current password, the new one, and the browser that sent them. */
type PasswordChange = Omit<Credentials, "email"> & { newPassword: string };

/**
 * Changes the password of a signed-in user, which ends all sessions and forgets all known browsers. Returns new tokens for this browser,
 * which stays signed in and known.
 *
 * @throws {Failure} `forbidden` if password sign-in is disabled; `unauthorized`; `too_many_requests`; `conflict` if the password was
 * changed at the same time
 */
export async function changePassword(
  user: Stored<typeof UserItem>,
  { newPassword, ...current }: PasswordChange,
): Promise<SignedIn> {
  requirePasswordSignIn();
  const { id, email, passwordHash: oldHash } = user;
  await checkPassword(user, { ...current, email }).catch(nameCurrentPassword);
  const passwordHash = await hashPassword(newPassword);
  const failure = new Failure("conflict", "The password was changed at the same time. Please try again.");
  // In a transaction: its repetition after a lost response succeeds.
  await transact([
    update(UserItem, { id }, { set: { passwordHash }, if: equals("passwordHash", oldHash), failure }),
  ]);
  const changed = { ...user, passwordHash };
  const [session, device] = await Promise.all([createSession(changed), rememberDevice(changed)]);
  return { session, device };
}

function nameCurrentPassword(error: unknown): never {
  if (error instanceof Failure && error.code === "unauthorized")
    throw new Failure("unauthorized", "The current password is wrong. Your password was not changed.");
  throw error;
}

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
