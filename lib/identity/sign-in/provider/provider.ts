import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { env } from "#lib/platform/env.ts";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { memoizeWithTtl } from "#lib/platform/memoize-with-ttl.ts";
import { readSecretText } from "#lib/platform/secret-text.ts";

/** Milliseconds for which a warm function caches the provider's metadata and the client secret. */
const CACHE_MS = 300_000;
/** Timeout of a request to the provider. */
const TIMEOUT_SECONDS = 5;

/** Returns the client secret of this service at the provider. */
export const providerSecret = memoizeWithTtl(CACHE_MS, () => readSecretText(env("OIDC_SECRET_ARN")));

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
