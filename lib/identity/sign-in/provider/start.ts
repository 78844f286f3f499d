import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import { createPendingSignIn } from "./pending-sign-in.ts";
import { deriveProofs } from "./proofs.ts";
import { getProvider } from "./provider.ts";
import { providerFailure } from "./provider-failure.ts";

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
