import { authorizationCodeGrant, fetchUserInfo } from "openid-client";
import * as z from "zod";
import { env } from "#lib/platform/env.ts";
import { findProvider, providerSecret } from "./find-provider.ts";
import { proofsOf } from "./proofs.ts";
import { providerFailure } from "./provider-failure.ts";

/** What the provider sent a browser back with. */
export interface Callback {
  /** The whole address, parameters included. */
  url: URL;
  browserToken: string;
  state: string;
}

/** Some providers send the truth as text. */
const Claims = z.object({
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
});

/** Who somebody is at the provider: `subject` stays, the address may change. */
export interface Identity extends z.output<typeof Claims> {
  issuer: string;
  subject: string;
}

/**
 * Exchanges a code for an ID token, whose signature, issuer, audience, times and nonce are checked, and reads who it is of. The
 * address is in the token or at the provider's userinfo.
 *
 * @throws {Failure} `forbidden`, `temporarily_unavailable`
 */
export async function readIdentity({ url, browserToken, state }: Callback): Promise<Identity> {
  // Had before anything is sent, so that a secret that can't be read is not taken for a failure of the provider.
  await providerSecret();
  try {
    const provider = await findProvider();
    const { nonce, verifier } = proofsOf(browserToken, state);
    const tokens = await authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const { iss: issuer = env("OIDC_ISSUER"), sub: subject = "", ...claims } = tokens.claims() ?? {};
    const isAtHand = "email" in claims || provider.serverMetadata().userinfo_endpoint === undefined;
    const told = isAtHand ? claims : await fetchUserInfo(provider, tokens.access_token, subject);
    return { issuer, subject, ...Claims.parse(told) };
  } catch (error) {
    return providerFailure(error);
  }
}
