import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "#lib/failures.ts";
import { acceptQuality } from "./accept-quality.ts";
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
