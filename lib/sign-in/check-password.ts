import { Failure } from "#lib/failures.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { UserItem } from "#lib/users/entity.ts";
import { matchesPassword } from "#lib/users/password.ts";
import { countAttempt, forgetAttempt } from "./attempt.ts";
import { isKnownDevice } from "./known-device.ts";
import { limitsOfDevice, limitsOfStranger } from "./limits.ts";

/** What somebody sends to prove who they are, and where it comes from. */
export interface Credentials {
  email: string;
  password: string;
  /** Token of the browser, when it was signed in with before. */
  device: string | undefined;
  /** IP address. */
  address: string;
}

/** The id of no user. */
export const NOBODY = 0;

/**
 * Checks the password of a user, with the same work when there is no user; wrong ones count as failed sign-ins (ADR 0016). Answers the
 * user and the token of the browser if the user has signed in with it before.
 *
 * @throws {Failure} `unauthorized`, `too_many_requests`
 */
export async function checkPassword<U extends Stored<typeof UserItem>>(
  user: U | undefined,
  credentials: Credentials,
): Promise<{ user: U; knownDevice: string | undefined }> {
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
  return { user, knownDevice: isKnown ? device : undefined };
}
