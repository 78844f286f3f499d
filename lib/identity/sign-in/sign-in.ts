import { UserItem } from "#lib/identity/users/entity.ts";
import { findUserWithEmail } from "#lib/identity/users/find.ts";
import { UserEmail } from "#lib/identity/users/input.ts";
import { hasCurrentCost, hashPassword } from "#lib/identity/users/password.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { type Credentials, checkPassword } from "./check-password.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";
import { lockedAccount } from "./locked-account.ts";
import { NOBODY } from "./nobody.ts";
import { requirePasswordSignIn } from "./password-sign-in.ts";

type User = Stored<typeof UserItem>;

/**
 * Signs a user in with email address and password. Unknown addresses, users without a password and wrong passwords have the same response
 * after the same work. The failures of a browser that the user has signed in with before are counted separately, so that others can't
 * lock the user out (ADR 0016).
 *
 * @throws {Failure} `forbidden` if password sign-in is disabled; `unauthorized`; `user_locked`, only after the right password;
 * `too_many_requests`
 */
export async function signIn(credentials: Credentials): Promise<SignedIn> {
  requirePasswordSignIn();
  const { user, knownDevice } = await checkPassword(await findUser(credentials.email), credentials);
  if (user.isLocked) {
    logSecurityEvent({ kind: "sign_in.locked_user", userId: user.id });
    throw lockedAccount();
  }
  const current = await updateHash(user, credentials.password);
  // A new hash makes all browsers unknown.
  return completeSignIn(current, { knownDevice: current === user ? knownDevice : undefined });
}

async function findUser(text: string): Promise<User | undefined> {
  const email = UserEmail.safeParse(text);
  const user = email.success ? await findUserWithEmail(email.data) : undefined;
  // So that the search takes as long without a user.
  return user ?? findItem(UserItem, { id: NOBODY });
}

/** Hashes the password again if the parameters of its hash are outdated. */
async function updateHash(user: User, password: string): Promise<User> {
  const { id, passwordHash: stored } = user;
  if (stored === null || hasCurrentCost(stored)) return user;
  const passwordHash = await hashPassword(password);
  const operation = update(UserItem, { id }, { set: { passwordHash }, if: equals("passwordHash", stored) });
  // If the password was changed in the meantime, a session of the old one is not valid.
  return (await ignoreFailedCondition(writeOne(operation))) ? { ...user, passwordHash } : user;
}
