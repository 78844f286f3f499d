import * as z from "zod";
import { headerValues } from "./headers.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import { renderResponse } from "./render-response.ts";
import type { EndpointSpec } from "./spec.ts";

/** The request of an OAuth client, and the issuer to which it was sent. */
export interface OAuthCall<B> {
  parameters: B;
  /** The Authorization header: the client's credentials, or a token. */
  authorization: string | undefined;
  issuer: string;
}

type OAuthSpec<B, R extends z.ZodType> = Omit<EndpointSpec<{ body: z.ZodType<B> }, R>, "scopes" | "protocol">;

/**
 * Creates the Lambda handler of an endpoint for OAuth clients, which authenticate in the request. It accepts a form or JSON, ignores
 * unknown parameters, returns errors as of RFC 6749 §5.2, and forbids caching.
 *
 * @example
 * export const handler = oauthEndpoint(
 *   {
 *     id: "oauth.revoke",
 *     summary: "Revoke a token (RFC 7009)",
 *     route: "POST /auth/oauth2/revoke",
 *     input: { body: z.object({ token: Parameter }) },
 *     response: z.object({}),
 *     failures: ["invalid_client"],
 *     permissions: ["table:UpdateItem"],
 *   },
 *   async ({ parameters, authorization }) => {
 *     await revokeToken(parameters.token, authorization);
 *     return {};
 *   },
 * );
 */
export function oauthEndpoint<B, R extends z.ZodType>(
  spec: OAuthSpec<B, R>,
  run: (call: OAuthCall<B>) => Promise<z.input<R>>,
) {
  const oauthSpec: EndpointSpec<{ body: z.ZodType<B> }, R> = {
    ...spec,
    scopes: "public",
    protocol: "oauth",
  };
  const handle: HandleCall<{ body: B }> = async ({ body, baseUrl }, event) => {
    const [authorization] = headerValues(event, "authorization");
    const result = await run({ parameters: body, authorization, issuer: baseUrl });
    return { body: renderResponse(spec, result).body };
  };
  const schema = z.object(spec.input);
  return Object.assign(pipeline({ spec: oauthSpec, schema }, handle), { spec: oauthSpec });
}
