import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import { findProvider } from "./find-provider.ts";
import { keepPending } from "./pending.ts";
import { proofsOf } from "./proofs.ts";
import { providerFailure } from "./provider-failure.ts";

interface Beginning {
  /** Token of the browser, which the sign-in is bound to. */
  browserToken: string;
  /** The authorization request to go on with. */
  query: string;
  /** Where the provider sends the user back to. */
  callback: string;
}

/**
 * Begins a sign-in at the operator's OpenID provider; answers the address there.
 *
 * @throws {Failure} `temporarily_unavailable` when the provider does not describe itself
 */
export async function beginProviderSignIn({ browserToken, query, callback }: Beginning): Promise<URL> {
  const provider = await findProvider().catch(providerFailure);
  const state = await keepPending(browserToken, query);
  const { nonce, verifier } = proofsOf(browserToken, state);
  return buildAuthorizationUrl(provider, {
    redirect_uri: callback,
    scope: "openid email",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
}
