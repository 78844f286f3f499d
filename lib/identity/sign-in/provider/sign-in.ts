import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import { Failure } from "#lib/failures.ts";
import { findKnownDevice } from "#lib/identity/sign-in/known-device.ts";
import { completeSignIn, type SignedIn } from "#lib/identity/sign-in/sign-in.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { getLinkedUser } from "./linked-user.ts";
import { createPendingSignIn } from "./pending-sign-in.ts";
import { type Callback, deriveProofs, getProvider, providerFailure, readIdentity } from "./provider.ts";

interface ProviderSignIn {
  /** Token of the browser: the sign-in can be completed only in this browser. */
  browserToken: string;
  /** The query of the page to return to. */
  query: string;
  /** URL to which the provider redirects the user. */
  callback: string;
}

/**
 * Starts a sign-in at the operator's OpenID provider. Returns the URL there.
 *
 * @throws {Failure} `temporarily_unavailable` if the provider's metadata can't be read
 */
export async function startProviderSignIn({ browserToken, query, callback }: ProviderSignIn): Promise<URL> {
  const provider = await getProvider().catch(providerFailure);
  const state = await createPendingSignIn(browserToken, query);
  const { nonce, verifier } = deriveProofs(browserToken, state);
  return buildAuthorizationUrl(provider, {
    redirect_uri: callback,
    scope: "openid email",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
}

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
