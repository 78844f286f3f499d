import * as z from "zod";
import { oauthEndpoint } from "#lib/http/oauth-endpoint.ts";
import { Parameter } from "#lib/http/parameters.ts";
import { clientCredentials } from "#lib/oauth/client-credentials.ts";
import { revokeToken } from "#lib/oauth/revoke-token.ts";
import { ClientParameters } from "#lib/oauth/token-request.ts";

/** Revokes a token of the client and all that came of the same grant. RFC 7009. */
export const handler = oauthEndpoint(
  {
    id: "oauth.revoke",
    summary: "Revoke a token and its grant",
    route: "POST /api/auth/oauth/revoke",
    body: ClientParameters.extend({ token: Parameter, token_type_hint: Parameter.optional() }),
    response: z.object({}),
    failures: ["invalid_client", "too_many_requests"],
    grants: ["table:BatchGetItem", "table:GetItem", "table:PutItem", "table:UpdateItem"],
  },
  async ({ parameters, authorization, issuer }) => {
    await revokeToken(
      { credentials: clientCredentials(parameters, authorization), issuer },
      parameters.token,
    );
    return {};
  },
);
