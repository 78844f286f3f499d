import { oauthEndpoint } from "#lib/entry/http/oauth-endpoint.ts";
import { clientCredentials } from "#lib/identity/oauth/authenticate-client.ts";
import { Introspection, introspectToken } from "#lib/identity/oauth/introspect-token.ts";
import { TokenReference } from "#lib/identity/oauth/token-schema.ts";

/** Returns the state of a token to the confidential client that has it. RFC 7662. */
export const handler = oauthEndpoint(
  {
    id: "oauth.introspect",
    summary: "Check whether a token is valid",
    description:
      "Returns whether a token of the client can be used, and for what (RFC 7662). Only for confidential clients.",
    route: "POST /api/auth/oauth/introspect",
    input: { body: TokenReference },
    response: Introspection,
    failures: ["invalid_client", "too_many_requests"],
    permissions: ["table:BatchGetItem", "table:GetItem", "table:PutItem"],
  },
  ({ parameters, authorization, issuer }) =>
    introspectToken({ credentials: clientCredentials(parameters, authorization), issuer }, parameters.token),
);
