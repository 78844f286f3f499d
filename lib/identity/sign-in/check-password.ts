import { Failure } from "#lib/failures.ts";
import type { UserItem } from "#lib/identity/users/entity.ts";
import { matchesPassword } from "#lib/identity/users/password.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { countAttempt, forgetAttempt } from "./attempts.ts";
import { findKnownDevice } from "./known-device.ts";
import { limitsOfDevice, limitsOfStranger } from "./limits.ts";

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
