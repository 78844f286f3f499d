import * as z from "zod";
import type { Scope } from "#lib/scopes.ts";
import { ACCESS_TOKEN_SECONDS } from "./access-token.ts";

/** What a client gets for a code or a refresh token (RFC 6749 §5.1). */
export const TokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
});
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
