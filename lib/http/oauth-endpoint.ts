import type * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { headerValues } from "./headers.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import { renderResponse } from "./render-response.ts";
import type { EndpointSpec } from "./spec.ts";

/** What a client of OAuth sends, and where to. */
export interface OAuthCall<B> {
  parameters: B;
  /** The Authorization header: the client's credentials, or a token. */
  authorization: string | undefined;
  issuer: string;
}

type OAuthSpec<B extends z.ZodObject, R extends z.ZodType> = Omit<
  EndpointSpec<undefined, undefined, B, undefined, R>,
  "scopes" | "protocol"
>;

/**
 * Makes the Lambda handler of an endpoint that OAuth clients call, which prove themselves who they are. It takes a form or
 * JSON, unknown parameters are ignored, failures have the shape of RFC 6749 §5.2, and no answer is kept by anybody.
 *
 * @example
 * export const handler = oauthEndpoint({ id: "oauth.revoke", … }, async ({ parameters, authorization }) => …);
 */
export function oauthEndpoint<B extends z.ZodObject, R extends z.ZodType>(
  spec: OAuthSpec<B, R>,
  run: (call: OAuthCall<z.output<B>>) => Promise<z.input<R>>,
) {
  const oauthSpec: EndpointSpec = { ...spec, scopes: "public", protocol: "oauth" };
  const answer: HandleCall = async ({ body, baseUrl }, event) => {
    const [authorization, ...others] = headerValues(event, "Authorization");
    if (others.length > 0) throw new Failure("invalid_request", "Send one Authorization header.");
    const result = await run({ parameters: body as z.output<B>, authorization, issuer: baseUrl });
    return { body: renderResponse(spec, result).body };
  };
  return Object.assign(pipeline(oauthSpec, answer), { spec: oauthSpec });
}
