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

/** Milliseconds a warm function keeps what the provider says of itself, and the secret it is spoken to with. */
const KEPT = 300_000;
/** Seconds any one answer of the provider may take. */
const TIMEOUT_SECONDS = 5;

/** The secret this service has at the provider. */
export const providerSecret = memoizeWithTtl(KEPT, () => readSecretText(env("OIDC_SECRET_ARN")));

/** The operator's OpenID provider as it describes itself, and this service as its client. */
export const findProvider = memoizeWithTtl(KEPT, () => {
  const issuer = new URL(env("OIDC_ISSUER"));
  // A template can't have such an issuer: only the local cloud speaks http, to this machine.
  const isLocal = issuer.protocol === "http:" && isLoopbackHost(issuer.hostname);
  const execute = [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])];
  return discovery(issuer, env("OIDC_CLIENT_ID"), undefined, authenticate, {
    execute,
    timeout: TIMEOUT_SECONDS,
  });
});

/** In the body where the provider takes that, else by HTTP Basic, which all do that don't say (OpenID Connect Discovery §3). */
const authenticate: ClientAuth = async (provider, client, ...request) => {
  const secret = await providerSecret();
  const takesBody = provider.token_endpoint_auth_methods_supported?.includes("client_secret_post");
  (takesBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(provider, client, ...request);
};
