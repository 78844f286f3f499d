import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "#lib/failures.ts";
import { headerValues } from "./headers.ts";
import type { EndpointSpec } from "./spec.ts";

/** Middleware that requires that the client accepts the media type of the endpoint. */
export const accept = ({
  mediaType = "application/json",
}: Pick<EndpointSpec, "mediaType">): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: ({ event }) => requireAcceptable(event, mediaType),
});

/**
 * Requires that the client accepts a response of this media type (RFC 9110 §12.5.1). Without an Accept header, it accepts any.
 *
 * @throws {Failure} `not_acceptable`
 */
export function requireAcceptable(
  event: Pick<APIGatewayProxyEvent, "multiValueHeaders">,
  type: string,
): void {
  const accepted = headerValues(event, "accept").join(",");
  if (/^[\s,]*$/.test(accepted)) return;
  const [main] = type.split("/");
  if (!(acceptQuality(accepted, type, `${main}/*`, "*/*") > 0))
    throw new Failure("not_acceptable", `This endpoint returns ${type}. Accept that media type.`);
}

/**
 * Returns the quality value, from 0 to 1, in a header such as Accept (RFC 9110 §12.4.2), of the first of these names that it contains; 0 if it
 * contains none of them.
 */
export function acceptQuality(header: string, ...names: readonly string[]): number {
  const items = header.split(",").map((item) => item.split(";").map((part) => part.trim().toLowerCase()));
  const [match] = names.flatMap((name) => items.filter(([item]) => item === name).slice(0, 1));
  const quality = match?.find((part, at) => at > 0 && part.startsWith("q="));
  if (match === undefined) return 0;
  return quality === undefined ? 1 : Number(quality.slice(2));
}
