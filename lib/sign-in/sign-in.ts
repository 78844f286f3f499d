import { Failure } from "#lib/failures.ts";
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
import { hashPassword, isHashedAsNow, matchesPassword } from "#lib/users/password.ts";
import { countAttempt, forgetAttempt } from "./attempt.ts";
import { completeSignIn, type SignedIn } from "./complete.ts";
import { isKnownDevice } from "./known-device.ts";
import { limitsOfDevice, limitsOfStranger } from "./limits.ts";
import { lockedAccount } from "./locked-account.ts";

/** What somebody sends to sign in, and where it comes from. */
export interface Credentials {
  email: string;
  password: string;
  /** Token of the browser, when it was signed in with before. */
  device: string | undefined;
  /** IP address. */
  address: string;
}

type User = Stored<typeof UserItem>;

/** The id of no user. */
const NOBODY = 0;

/**
 * Signs a user in with email and password. Unknown addresses, users without a password and wrong passwords are all answered
 * with the same text after the same work. A browser the user has signed in with before is counted by itself, so nobody can
 * shut others out by failing in their name (ADR 0016).
 *
 * @throws {Failure} `unauthorized`; `user_locked`, only after the right password; `too_many_requests`
 */
export async function signIn(credentials: Credentials): Promise<SignedIn> {
  const user = await userNamed(credentials.email);
  const { device } = credentials;
  // The same reads whether there is the user or not.
  const isKnown = device !== undefined && (await isKnownDevice(device, user?.id ?? NOBODY));
  const limits = isKnown ? limitsOfDevice(device) : limitsOfStranger(credentials);
  const attempt = await countAttempt(limits, (subject) =>
    logSecurityEvent({ kind: "sign_in.throttled", subject }),
  );
  const isRight = await matchesPassword(credentials.password, user?.passwordHash ?? null);
  if (!user || !isRight) {
    logSecurityEvent({ kind: "sign_in.failed", userId: user?.id, isKnownDevice: isKnown });
    throw new Failure("unauthorized", "The email address or the password is wrong.");
  }
  await forgetAttempt(attempt);
  if (user.isLocked) {
    logSecurityEvent({ kind: "sign_in.locked_user", userId: user.id });
    throw lockedAccount();
  }
  const knownDevice = isKnown ? device : undefined;
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
