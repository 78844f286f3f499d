import { createHmac } from "node:crypto";
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from "openid-client";
import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { env } from "#lib/platform/env.ts";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { memoizeWithTtl } from "#lib/platform/memoize-with-ttl.ts";
import { readSecretText } from "#lib/platform/secret-text.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";

/** Milliseconds for which a warm function caches the provider's metadata and the client secret. */
const CACHE_MS = 300_000;
/** Timeout of a request to the provider. */
const TIMEOUT_SECONDS = 5;

/** Returns the client secret of this service at the provider. */
const providerSecret = memoizeWithTtl(CACHE_MS, () => readSecretText(env("OIDC_SECRET_ARN")));

/** Returns the client for the operator's OpenID provider, with the provider's metadata. */
export const getProvider = memoizeWithTtl(CACHE_MS, () => {
  const issuer = new URL(env("OIDC_ISSUER"));
  // Only in the local cloud: a deployed service requires an https issuer.
  const isLocal = issuer.protocol === "http:" && isLoopbackHost(issuer.hostname);
  const execute = [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])];
  return discovery(issuer, env("OIDC_CLIENT_ID"), undefined, authenticate, {
    execute,
    timeout: TIMEOUT_SECONDS,
  });
});

/** Sends the secret in the body if the provider supports that, else by HTTP Basic, the default (OpenID Connect Discovery §3). */
const authenticate: ClientAuth = async (provider, client, ...request) => {
  const secret = await providerSecret();
  const supportsBody = provider.token_endpoint_auth_methods_supported?.includes("client_secret_post");
  (supportsBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(provider, client, ...request);
};

/** Error codes of the library for a missing response, or one that is not from a provider. */
const NO_RESPONSE = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

/**
 * Throws the failure for an error at the provider, and logs the code of the error, but not its text.
 *
 * @throws {Failure} `temporarily_unavailable`, `forbidden`
 */
export function providerFailure(error: unknown): never {
  const name = env("OIDC_NAME");
  if (error instanceof AuthorizationResponseError && error.error === "access_denied")
    throw new Failure("forbidden", `The sign-in with ${name} was cancelled or denied.`);
  logSecurityEvent({ kind: "sign_in.provider_failed", reason: reasonOf(error) });
  if (hasNoResponse(error))
    throw new Failure("temporarily_unavailable", `${name} is not available at the moment. Try again later.`);
  throw new Failure(
    "forbidden",
    `The response from ${name} is invalid, so you are not signed in. Try again.`,
  );
}

/** `fetch` throws a TypeError for every network error. Those of the library have a code. */
const hasNoResponse = (error: unknown): boolean =>
  error instanceof ClientError
    ? NO_RESPONSE.has(error.code ?? "")
    : error instanceof TypeError && !("code" in error);

/** A code such as `invalid_client`. Longer texts of a provider are not logged. */
const WORD = /^[\w-]{1,64}$/;

function reasonOf(error: unknown): string {
  const { code, name } = Object(error);
  const isErrorResponse = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  const reason = String(isErrorResponse ? error.error : (code ?? name));
  return WORD.test(reason) ? reason : "no_word";
}

/**
 * Derives the `nonce` of the ID token and the PKCE verifier, which bind a sign-in to the browser that started it. They are stored nowhere:
 * only the browser's token can produce them.
 */
export const deriveProofs = (browserToken: string, state: string) => ({
  nonce: proof(browserToken, `nonce ${state}`),
  verifier: proof(browserToken, `verifier ${state}`),
});

const proof = (browserToken: string, text: string): string =>
  createHmac("sha256", browserToken).update(text).digest("base64url");

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
