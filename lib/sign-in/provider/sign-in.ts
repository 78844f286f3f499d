import { Failure } from "#lib/failures.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { completeSignIn, type SignedIn } from "#lib/sign-in/complete.ts";
import { isKnownDevice } from "#lib/sign-in/known-device.ts";
import { type Callback, readIdentity } from "./identity.ts";
import { linkedUser } from "./linked-user.ts";

/**
 * Signs in the user that the operator's OpenID provider has sent back. It creates no users.
 *
 * @throws {Failure} `forbidden`, `user_locked`, `temporarily_unavailable`
 */
export async function signInFromProvider(callback: Callback, device: string | undefined): Promise<SignedIn> {
  const user = await linkedUser(await readIdentity(callback)).catch(tellRefusal);
  const isKnown = device !== undefined && (await isKnownDevice(device, user.id));
  return completeSignIn(user, { knownDevice: isKnown ? device : undefined, byProvider: true });
}

function tellRefusal(error: unknown): never {
  if (error instanceof Failure)
    logSecurityEvent({ kind: "sign_in.provider_user_rejected", failure: error.code });
  throw error;
}
