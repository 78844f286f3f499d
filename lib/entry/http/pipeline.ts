import middy, { type MiddlewareObj, type PluginExecutionMode } from "@middy/core";
import httpHeaderNormalizer from "@middy/http-header-normalizer";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { ANYONE, type Caller, requireScopes } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { runAs } from "#lib/platform/actor.ts";
import { setInvocationId } from "#lib/platform/invocation.ts";
import { accept } from "./accept.ts";
import { accessLog } from "./access-log.ts";
import { apiHostOf, baseUrlOf } from "./base-url.ts";
import { bodyParsers, type ParsedEvent } from "./body-parsers.ts";
import { failureResponse } from "./failure-response.ts";
import { callerFrom, gatewayContext } from "./gateway-context.ts";
import { headerValues } from "./headers.ts";
import { type InputEvent, type InputParser, inputParser } from "./input.ts";
import { requestIdOf } from "./request-id.ts";
import type { HttpResponse } from "./response.ts";
import { responseHeaders } from "./response.ts";
import type { CallContext, EndpointSpec } from "./spec.ts";

/** A successful response: its body, its further headers, and its status if it is not 200. */
export type Success = Pick<HttpResponse, "body"> & {
  statusCode?: number;
  headers?: Record<string, string> | undefined;
};

/** Handles a call whose caller is authorized and whose input is parsed. */
export type HandleCall<T> = (call: CallContext & T, event: ParsedEvent) => Promise<Success>;

/** What a chain needs in addition to the handler. `executionMode`: for a response that is streamed. */
interface Chain<T> extends InputParser<T> {
  executionMode?: PluginExecutionMode | undefined;
}

/**
 * Creates the Lambda handler of any endpoint: the chain of middlewares that every call passes, and then `handle`. The first one that throws
 * determines the failure. A middleware adds its result to the event: `caller`, `body` and `input`. Every call logs one line (ADR 0051).
 */
export function pipeline<T extends object>({ spec, schema, executionMode }: Chain<T>, handle: HandleCall<T>) {
  return (
    middy<APIGatewayProxyEvent, HttpResponse>({
      ...accessLog(spec),
      ...(executionMode && { executionMode }),
    })
      // These run last, in reverse order: on an error, or on the response of the use case.
      .use(failureResponse(spec))
      .use(responseHeaders(spec))
      .use(emptyForHead(spec))
      // These run first, in this order.
      .use(authorization(spec))
      .use(accept(spec))
      .use(httpHeaderNormalizer())
      .use(bodyParsers(spec))
      .use(inputParser({ spec, schema }))
      .handler<APIGatewayProxyEvent>(useCase(handle))
  );
}

/** The last step: calls `handle` on behalf of the caller. */
const useCase =
  <T extends object>(handle: HandleCall<T>) =>
  async (event: AuthorizedEvent & ParsedEvent & InputEvent<T>): Promise<HttpResponse> => {
    const { caller, input } = event;
    setInvocationId(requestIdOf(event));
    const call = { ...input, caller, apiHost: apiHostOf(event), baseUrl: baseUrlOf(event) };
    const { statusCode = 200, headers = {}, body } = await runAs(caller, () => handle(call, event));
    return { statusCode, headers, body };
  };

/**
 * Middleware that removes the body of a response to HEAD. API Gateway removes a text, but its documentation does not say what happens to
 * a stream.
 */
const emptyForHead = ({ streams }: EndpointSpec): MiddlewareObj<APIGatewayProxyEvent, HttpResponse> => ({
  after: ({ event, response }) => {
    if (event.httpMethod !== "HEAD" || !response) return;
    const { body } = response;
    if (typeof body !== "string") body.destroy();
    if (typeof body !== "string" || streams) response.body = "";
  },
});

/** The event of a call whose caller is authorized. */
type AuthorizedEvent = APIGatewayProxyEvent & { caller: Caller };

/**
 * Middleware that sets the caller, if it has the scopes of the endpoint. OAuth clients authenticate in their use case.
 *
 * @throws {Failure} the failures of `callerFrom`, and `insufficient_scope`; `invalid_request` for an OAuth client with two Authorization headers
 */
const authorization = (spec: EndpointSpec): MiddlewareObj<AuthorizedEvent> => ({
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
