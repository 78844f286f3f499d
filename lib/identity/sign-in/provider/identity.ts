import { authorizationCodeGrant, fetchUserInfo } from "openid-client";
import * as z from "zod";
import { env } from "#lib/platform/env.ts";
import { deriveProofs } from "./proofs.ts";
import { getProvider, providerSecret } from "./provider.ts";
import { providerFailure } from "./provider-failure.ts";

/** The request with which the provider redirected a browser back. */
export interface Callback {
  /** The URL, with its query. */
  url: URL;
  browserToken: string;
  state: string;
}

/** Some providers send booleans as strings. */
const Claims = z.object({
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
});

/** A user's account at the provider: `subject` never changes, the email address can. */
export interface Identity extends z.output<typeof Claims> {
  issuer: string;
  subject: string;
}

/**
 * Exchanges a code for an ID token, verifies its signature, issuer, audience, times and nonce, and reads the identity from it. The email
 * address is in the token or in the provider's userinfo response.
 *
 * @throws {Failure} `forbidden`, `temporarily_unavailable`
 */
export async function readIdentity({ url, browserToken, state }: Callback): Promise<Identity> {
  // First, so that an error of the secret is not reported as a failure of the provider.
  await providerSecret();
  try {
    const provider = await getProvider();
    const { nonce, verifier } = deriveProofs(browserToken, state);
    const tokens = await authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const { iss: issuer = env("OIDC_ISSUER"), sub: subject = "", ...claims } = tokens.claims() ?? {};
    const hasEmail = "email" in claims || provider.serverMetadata().userinfo_endpoint === undefined;
    const profile = hasEmail ? claims : await fetchUserInfo(provider, tokens.access_token, subject);
    return { issuer, subject, ...Claims.parse(profile) };
  } catch (error) {
    return providerFailure(error);
  }
}
