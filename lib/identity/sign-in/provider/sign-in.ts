import { Failure } from "#lib/failures.ts";
import { completeSignIn, type SignedIn } from "#lib/identity/sign-in/complete-sign-in.ts";
import { findKnownDevice } from "#lib/identity/sign-in/known-device.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { getLinkedUser } from "./get-linked-user.ts";
import { type Callback, readIdentity } from "./identity.ts";

/**
 * Signs in a user who returns from the operator's OpenID provider. Creates no users.
 *
 * @throws {Failure} `forbidden`, `user_locked`, `temporarily_unavailable`
 */
export async function signInFromProvider(callback: Callback, device: string | undefined): Promise<SignedIn> {
  const user = await getLinkedUser(await readIdentity(callback)).catch(logRejection);
  return completeSignIn(user, { knownDevice: await findKnownDevice(device, user), byProvider: true });
}

function logRejection(error: unknown): never {
  if (error instanceof Failure)
    logSecurityEvent({ kind: "sign_in.provider_user_rejected", failure: error.code });
  throw error;
}
