import { Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { UserEmail } from "#lib/identity/users/input.ts";
import { hasCurrentCost, hashPassword, matchesPassword } from "#lib/identity/users/password.ts";
import { findUserWithEmail } from "#lib/identity/users/read.ts";
import { log } from "#lib/platform/log.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { countAttempt, forgetAttempt, limitsOfDevice, limitsOfStranger } from "./attempts.ts";
import { findKnownDevice, NOBODY, rememberDevice } from "./known-device.ts";
import { requirePasswordSignIn } from "./password-sign-in.ts";
import { createSession, lockedAccount } from "./session.ts";

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

/** Email address and password, and the browser that sent them. */
export interface Credentials {
  email: string;
  password: string;
  /** Token of the browser, if somebody has signed in with it before. */
  device: string | undefined;
  /** IP address. */
  address: string;
}

/**
 * Checks the password of a user. Does the same work without a user, so that the duration does not reveal which users exist. Wrong
 * passwords count as failed sign-ins (ADR 0016). Returns the user, and the token of the browser if the user has signed in with it before.
 *
 * @throws {Failure} `unauthorized`, `too_many_requests`
 */
export async function checkPassword<U extends Stored<typeof UserItem>>(
  user: U | undefined,
  credentials: Credentials,
): Promise<{ user: U; knownDevice: string | undefined }> {
  const knownDevice = await findKnownDevice(credentials.device, user);
  const limits = knownDevice === undefined ? limitsOfStranger(credentials) : limitsOfDevice(knownDevice);
  const attempt = await countAttempt(limits, (subject) =>
    logSecurityEvent({ kind: "sign_in.throttled", subject }),
  );
  const isCorrect = await matchesPassword(credentials.password, user?.passwordHash ?? null);
  if (!user || !isCorrect) {
    logSecurityEvent({
      kind: "sign_in.failed",
      userId: user?.id,
      isKnownDevice: knownDevice !== undefined,
    });
    throw new Failure("unauthorized", "The email address or the password is wrong.");
  }
  await forgetAttempt(attempt);
  return { user, knownDevice };
}

/** The tokens for the cookies of a browser after sign-in. `device` is the token of a known browser, or a new one. */
export interface SignedIn {
  session: string;
  device: string;
}

/** How a user has signed in: the token of a known browser, and whether at the operator's OpenID provider. */
interface SignInMethod {
  knownDevice: string | undefined;
  byProvider?: true;
}

/** Creates the session of an authenticated user, and remembers the browser if it is new. */
export async function completeSignIn(
  user: Stored<typeof UserItem>,
  { knownDevice, ...method }: SignInMethod,
): Promise<SignedIn> {
  const session = await createSession(user);
  log("info", "signed_in", { userId: user.id, isKnownDevice: knownDevice !== undefined, ...method });
  return { session, device: knownDevice ?? (await rememberDevice(user)) };
}
