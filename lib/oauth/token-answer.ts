import * as z from "zod";
import type { Scope } from "#lib/scopes.ts";
import { ACCESS_TOKEN_SECONDS } from "./access-token.ts";

/** What a client gets for a code or a refresh token (RFC 6749 §5.1). */
export const TokenAnswer = z
  .object({
    access_token: z.string().describe("Access token: send it as `Authorization: Bearer …`."),
    token_type: z.literal("Bearer").describe("Type of the access token."),
    expires_in: z.int().describe("Seconds until the access token expires."),
    refresh_token: z.string().describe("Refresh token for the next tokens. It can be used once."),
    scope: z.string().describe("Allowed scopes, separated by spaces."),
  })
  .describe("New tokens (RFC 6749 §5.1).");
export type TokenAnswer = z.output<typeof TokenAnswer>;

/** The answer with a pair of new tokens. */
export const tokenAnswer = (
  accessToken: string,
  refreshToken: string,
  scopes: readonly Scope[],
): TokenAnswer => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: ACCESS_TOKEN_SECONDS,
  refresh_token: refreshToken,
  scope: scopes.join(" "),
});
