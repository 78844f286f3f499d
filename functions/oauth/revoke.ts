import * as z from "zod";
import { oauthEndpoint } from "#lib/entry/http/oauth-endpoint.ts";
import { clientCredentials } from "#lib/identity/oauth/authenticate-client.ts";
import { revokeToken } from "#lib/identity/oauth/revoke-token.ts";
import { TokenReference } from "#lib/identity/oauth/token-schema.ts";

/** Revokes a token of the client and all other tokens of its grant. RFC 7009. */
export const handler = oauthEndpoint(
  {
    id: "oauth.revoke",
    summary: "Revoke a token and its grant",
    description:
      "Revokes the token and all tokens of the same grant (RFC 7009). Unknown tokens succeed, too.",
    route: "POST /api/auth/oauth/revoke",
    input: { body: TokenReference },
    response: z.object({}),
    failures: ["invalid_client", "too_many_requests"],
    permissions: ["table:BatchGetItem", "table:GetItem", "table:PutItem", "table:UpdateItem"],
  },
  async ({ parameters, authorization, issuer }) => {
    await revokeToken(
      { credentials: clientCredentials(parameters, authorization), issuer },
      parameters.token,
    );
    return {};
  },
);
