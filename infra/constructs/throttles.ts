import type { MethodDeploymentOptions } from "aws-cdk-lib/aws-apigateway";
import { withHead } from "#infra/gateway/methods.ts";
import { type Registry, routesOf, splitRoute } from "#infra/registry.ts";
import type { Settings } from "#infra/settings.ts";

/** Endpoints that accept a password, or redirect to the provider that does. */
const PASSWORD_ENDPOINTS = [
  "oauth.sign-in",
  "oauth.provider-sign-in",
  "oauth.provider-callback",
  "account.change-password",
  "account.reset-password",
];
/** Endpoints that accept the secret of an OAuth client. */
const CLIENT_SECRET_ENDPOINTS = ["oauth.token", "oauth.refresh-token", "oauth.revoke", "oauth.introspect"];
/** Calls per second of each document, and of paths without an endpoint: anyone can call them, and a document is up to 1.3 MB. */
const PUBLIC_RATE = 10;
/** Paths without an endpoint. API Gateway deploys ANY as these methods; a throttle of ANY itself is not known to apply to them. */
const NO_ENDPOINT = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].map(
  (method) => `/{proxy+}/${method}`,
);

type Rates = Pick<Settings, "throttleRate" | "signInThrottleRate" | "tokenThrottleRate">;

/** The limits of calls per second and of bursts. */
export const throttleOf = (rate: number): MethodDeploymentOptions => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: 2 * rate,
});

/**
 * The throttles of single methods, by path and method. Those with which secrets can be guessed, and those that need no credential and only
 * cost money, have lower limits than the stage.
 */
export function methodThrottles(
  { endpoints }: Registry,
  { throttleRate, signInThrottleRate, tokenThrottleRate }: Rates,
): Record<string, MethodDeploymentOptions> {
  const rateOf = (id: string): number | undefined => {
    if (PASSWORD_ENDPOINTS.includes(id)) return Math.min(throttleRate, signInThrottleRate);
    if (CLIENT_SECRET_ENDPOINTS.includes(id)) return Math.min(throttleRate, tokenThrottleRate);
    return id.startsWith("documents.") ? Math.min(throttleRate, PUBLIC_RATE) : undefined;
  };
  return Object.fromEntries([
    ...NO_ENDPOINT.map((key) => [key, throttleOf(Math.min(throttleRate, PUBLIC_RATE))]),
    ...endpoints.flatMap(({ spec }) => {
      const rate = rateOf(spec.id);
      if (rate === undefined) return [];
      return routesOf(spec)
        .map(splitRoute)
        .flatMap(({ method, path }) => withHead([method]).map((one) => `${path}/${one}`))
        .map((key) => [key, throttleOf(rate)] as const);
    }),
  ]);
}
