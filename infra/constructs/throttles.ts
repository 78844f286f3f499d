import type { MethodDeploymentOptions } from "aws-cdk-lib/aws-apigateway";
import { withHead } from "#infra/gateway/methods.ts";
import { type Registry, routesOf, splitRoute } from "#infra/registry.ts";
import type { Settings } from "#infra/settings.ts";

/** Endpoints that take a password, or send to the provider that does. */
const SIGN_INS = [
  "oauth.sign-in",
  "oauth.provider-sign-in",
  "oauth.provider-callback",
  "account.change-password",
  "account.reset-password",
];
/** Endpoints that take a client's secret. */
const TOKENS = ["oauth.token", "oauth.refresh-token", "oauth.revoke", "oauth.introspect"];

type Rates = Pick<Settings, "throttleRate" | "signInThrottleRate" | "tokenThrottleRate">;

/** How many calls a second the gateway takes, and at once: of the whole stage. */
export const throttleOf = (rate: number): MethodDeploymentOptions => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: 2 * rate,
});

/** The throttles of single methods, by path and method: those where secrets can be tried take less than the stage. */
export function methodThrottles(
  { endpoints }: Registry,
  { throttleRate, signInThrottleRate, tokenThrottleRate }: Rates,
): Record<string, MethodDeploymentOptions> {
  const rateOf = (id: string): number | undefined => {
    if (SIGN_INS.includes(id)) return Math.min(throttleRate, signInThrottleRate);
    return TOKENS.includes(id) ? Math.min(throttleRate, tokenThrottleRate) : undefined;
  };
  return Object.fromEntries(
    endpoints.flatMap(({ spec }) => {
      const rate = rateOf(spec.id);
      if (rate === undefined) return [];
      return routesOf(spec)
        .map(splitRoute)
        .flatMap(({ method, path }) => withHead([method]).map((one) => `${path}/${one}`))
        .map((key) => [key, throttleOf(rate)]);
    }),
  );
}
