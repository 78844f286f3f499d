import { Failure } from "#lib/failures.ts";
import { equals } from "#lib/table/condition.ts";
import type { Stored } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";
import { UserItem } from "#lib/users/entity.ts";
import { hashPassword } from "#lib/users/password.ts";
import { type Credentials, checkPassword } from "./check-password.ts";
import { beginSession } from "./session.ts";

/** The current password, the new one, and the browser that sends them. */
type PasswordChange = Omit<Credentials, "email"> & { newPassword: string };

/**
 * Changes the password of a signed-in user, which ends all sessions; answers the token of a new session for this browser.
 *
 * @throws {Failure} `unauthorized`, `too_many_requests`, `conflict` if the password was changed at the same time
 */
export async function changePassword(
  before: Stored<typeof UserItem>,
  { newPassword, ...current }: PasswordChange,
): Promise<string> {
  const { user } = await checkPassword(before, { ...current, email: before.email }).catch(
    nameCurrentPassword,
  );
  const { id, passwordHash: known } = user;
  const passwordHash = await hashPassword(newPassword);
  const failure = new Failure("conflict", "The password was changed at the same time. Please try again.");
  const change = { set: { passwordHash }, if: equals("passwordHash", known), failure };
  await writeOne(update(UserItem, { id }, change));
  return beginSession({ ...user, passwordHash });
}

function nameCurrentPassword(error: unknown): never {
  if (error instanceof Failure && error.code === "unauthorized")
    throw new Failure("unauthorized", "The current password is wrong. Your password was not changed.");
  throw error;
}
