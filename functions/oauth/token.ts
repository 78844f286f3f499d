import { oauthEndpoint } from "#lib/entry/http/oauth-endpoint.ts";
import { redeemCode } from "#lib/identity/oauth/redeem-code.ts";
import { refreshTokens } from "#lib/identity/oauth/refresh-tokens.ts";
import {
  parseCodeExchange,
  parseRefreshExchange,
  TokenAnswer,
  TokenRequest,
} from "#lib/identity/oauth/token-schema.ts";

/** Exchanges an authorization code or a refresh token for tokens. RFC 6749 §3.2. */
export const handler = oauthEndpoint(
  {
    id: "oauth.token",
    summary: "Exchange an authorization code or refresh token for tokens",
    description:
      "Exchanges an authorization code or a refresh token for an access token and a refresh token (RFC 6749 §3.2).",
    route: "POST /api/auth/oauth/token",
    input: { body: TokenRequest },
    response: TokenAnswer,
    failures: [
      "invalid_client",
      "invalid_grant",
      "invalid_scope",
      "invalid_target",
      "unsupported_grant_type",
      "too_many_requests",
    ],
    permissions: [
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "secrets:Encrypt",
      "secrets:Decrypt",
    ],
  },
  (call) =>
    call.parameters.grant_type === "authorization_code"
      ? redeemCode(parseCodeExchange(call))
      : refreshTokens(parseRefreshExchange(call)),
);
