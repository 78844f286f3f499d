import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { equals } from "#lib/table/condition.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import type { Stored } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { UserItem } from "#lib/users/entity.ts";
import { userWithEmail } from "#lib/users/find.ts";
import { UserEmail } from "#lib/users/input.ts";
import { hashPassword, isHashedAsNow } from "#lib/users/password.ts";
import { type Credentials, checkPassword, NOBODY } from "./check-password.ts";
import { completeSignIn, type SignedIn } from "./complete.ts";
import { lockedAccount } from "./locked-account.ts";

type User = Stored<typeof UserItem>;

/**
 * Signs a user in with email and password. Unknown addresses, users without a password and wrong passwords are all answered
 * with the same text after the same work. A browser the user has signed in with before is counted by itself, so nobody can
 * shut others out by failing in their name (ADR 0016).
 *
 * @throws {Failure} `unauthorized`; `user_locked`, only after the right password; `too_many_requests`
 */
export async function signIn(credentials: Credentials): Promise<SignedIn> {
  const { user, knownDevice } = await checkPassword(await userNamed(credentials.email), credentials);
  if (user.isLocked) {
    logSecurityEvent({ kind: "sign_in.locked_user", userId: user.id });
    throw lockedAccount();
  }
  return completeSignIn(await withPresentHash(user, credentials.password), { knownDevice });
}

async function userNamed(text: string): Promise<User | undefined> {
  const email = UserEmail.safeParse(text);
  const user = email.success ? await userWithEmail(email.data) : undefined;
  // A user who is not there takes as long to find as one who is.
  return user ?? getItem(UserItem, { id: NOBODY });
}

/** Hashes the password again when it was hashed at another cost than today's. */
async function withPresentHash(user: User, password: string): Promise<User> {
  const { id, passwordHash: before } = user;
  if (before === null || isHashedAsNow(before)) return user;
  const passwordHash = await hashPassword(password);
  const operation = update(UserItem, { id }, { set: { passwordHash }, if: equals("passwordHash", before) });
  // If the password was changed in the meantime, the session of the old one ends by itself.
  return (await ignoreFailedCondition(writeOne(operation))) ? { ...user, passwordHash } : user;
}
