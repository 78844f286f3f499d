import { oauthEndpoint } from "#lib/entry/http/oauth-endpoint.ts";
import { refreshTokens } from "#lib/identity/oauth/refresh-tokens.ts";
import { parseRefreshExchange, RefreshRequest, TokenAnswer } from "#lib/identity/oauth/token-schema.ts";

/** Exchanges a refresh token in the body or in the Authorization header for new tokens. RFC 6749 §6. */
export const handler = oauthEndpoint(
  {
    id: "oauth.refresh-token",
    summary: "Exchange a refresh token for new tokens",
    description:
      "Exchanges a refresh token, in the body or in the header `Authorization`, for new tokens. Each refresh token can be used once. The same as `POST /api/auth/oauth/token` with `grant_type=refresh_token`.",
    route: "POST /api/auth/oauth/refreshToken",
    input: { body: RefreshRequest },
    response: TokenAnswer,
    failures: [
      "invalid_client",
      "invalid_grant",
      "invalid_scope",
      "invalid_target",
      "unsupported_grant_type",
      "too_many_requests",
    ],
    permissions: ["table:BatchGetItem", "table:PutItem", "table:UpdateItem", "secrets:Decrypt"],
  },
  (call) => refreshTokens(parseRefreshExchange(call)),
);
