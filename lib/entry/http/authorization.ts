import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { ANYONE, type Caller, requireScopes } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { callerFrom, gatewayContext } from "./gateway-context.ts";
import { headerValues } from "./headers.ts";
import type { EndpointSpec } from "./spec.ts";

/** The event of a call whose caller is authorized. */
export type AuthorizedEvent = APIGatewayProxyEvent & { caller: Caller };

/**
 * Middleware that sets the caller, if it has the scopes of the endpoint. OAuth clients authenticate in their use case.
 *
 * @throws {Failure} the failures of `callerFrom`, and `insufficient_scope`; `invalid_request` for an OAuth client with two Authorization headers
 */
export const authorization = (spec: EndpointSpec): MiddlewareObj<AuthorizedEvent> => ({
  before: ({ event }) => {
    event.caller = callerOf(spec, event);
  },
});

function callerOf(spec: EndpointSpec, event: APIGatewayProxyEvent): Caller {
  if (spec.protocol === "oauth" && headerValues(event, "authorization").length > 1)
    throw new Failure("invalid_request", "Send one Authorization header.");
  if (spec.scopes === "public") return ANYONE;
  const caller = callerFrom(gatewayContext(event));
  requireScopes(caller, spec.scopes);
  return caller;
}
