import middy, { type PluginExecutionMode } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { ANYONE, type Caller, requireScopes } from "#lib/caller.ts";
import { FAILURES, Failure } from "#lib/failures.ts";
import { runAs } from "#lib/platform/actor.ts";
import { setInvocationId } from "#lib/platform/invocation.ts";
import { mayHaveLoneSurrogates, rejectLoneSurrogates } from "#lib/platform/reject-lone-surrogates.ts";
import { requireAcceptable } from "./accept.ts";
import { accessLog } from "./access-log.ts";
import { baseUrlOf } from "./base-url.ts";
import { callerFrom, gatewayContext, rateFrom } from "./gateway-context.ts";
import { headerOf } from "./headers.ts";
import { type Input, parseInput } from "./input.ts";
import { jsonRpcErrorOf } from "./json-rpc-error.ts";
import { oauthErrorOf } from "./oauth-error.ts";
import { formFields, isForm, sentFields } from "./parameters.ts";
import { failureFrom, problemOf } from "./problem.ts";
import {
  cacheHeaders,
  commonHeaders,
  deprecationHeaders,
  type HttpReply,
  rateHeaders,
  VARY_BY_CREDENTIAL,
} from "./reply.ts";
import { requestIdOf } from "./request-id.ts";
import type { EndpointSpec } from "./spec.ts";

/** The parts of a middy request that the middlewares here use. */
interface Request {
  event: APIGatewayProxyEvent;
  context: Context;
  error: unknown;
  response: unknown;
}

/** A successful response: its body, its further headers, and its status if it is not 200. */
export type Success = Pick<HttpReply, "body"> & {
  statusCode?: number;
  headers?: Record<string, string> | undefined;
};
/** Handles a call whose caller is authorized and whose input is parsed. */
export type HandleCall = (
  call: Input & { caller: Caller; host: string; baseUrl: string },
  event: APIGatewayProxyEvent,
) => Promise<Success>;

/** Maximum bytes of a body; a larger one is rejected before it is parsed. */
const LARGEST_BODY = 262_144;

/**
 * Creates the middy handler of any endpoint. It authorizes the caller, parses the input and calls `handle`. An error becomes a problem
 * document, and every call logs one line.
 */
export function pipeline(spec: EndpointSpec, handle: HandleCall, executionMode?: PluginExecutionMode) {
  const parseBody = spec.protocol === "oauth" ? formOrJsonBody(spec) : jsonBody(spec);
  const specHeaders = { ...deprecationHeaders(spec), ...cacheHeaders(spec) };
  const lambda = async (event: APIGatewayProxyEvent): Promise<HttpReply> => {
    setInvocationId(requestIdOf(event));
    const caller = authorizeCaller(spec, event);
    requireAcceptable(event, spec.mediaType ?? "application/json");
    const input = parseInput(spec, event, parseBody(event));
    const host = event.requestContext.domainName ?? "localhost";
    const call = { ...input, caller, host, baseUrl: baseUrlOf(event) };
    const { statusCode = 200, headers, ...success } = await runAs(caller, () => handle(call, event));
    const body = event.httpMethod === "HEAD" ? withoutContent(success.body) : success.body;
    const type = { "Content-Type": "application/json; charset=utf-8" };
    return { statusCode, headers: { ...headersFor(spec, event), ...specHeaders, ...type, ...headers }, body };
  };
  return middy({ ...accessLog(spec), ...(executionMode && { executionMode }) })
    .use([failureReply(spec)])
    .handler(lambda);
}

/** The body of a response to HEAD. API Gateway removes a text, but its documentation does not say what happens to a stream. */
function withoutContent(body: HttpReply["body"]): HttpReply["body"] {
  if (typeof body === "string") return body;
  body.destroy();
  return "";
}

/** Returns the caller, if it has the scopes of the endpoint. */
function authorizeCaller(spec: EndpointSpec, event: APIGatewayProxyEvent): Caller {
  if (spec.scopes === "public") return ANYONE;
  const caller = callerFrom(gatewayContext(event));
  requireScopes(caller, spec.scopes);
  return caller;
}

function headersFor(spec: EndpointSpec, event: APIGatewayProxyEvent): Record<string, string> {
  const rate = rateFrom(gatewayContext(event));
  return {
    ...commonHeaders(requestIdOf(event)),
    ...(spec.scopes !== "public" && VARY_BY_CREDENTIAL),
    ...(rate && rateHeaders(rate)),
  };
}

/** Parses a JSON body if the spec declares one; undefined if it is missing. */
function jsonBody(spec: EndpointSpec): (event: APIGatewayProxyEvent) => unknown {
  const parser = httpJsonBodyParser();
  const strictParser = httpJsonBodyParser({ reviver: rejectLoneSurrogates });
  return (event) => {
    if (!(spec.body || spec.options) || !event.body) return undefined;
    requireSize(event.body);
    // The parser accepts only two spellings of the header's name, but names are case-insensitive.
    const request = { event: { ...event, headers: { "content-type": headerOf(event, "Content-Type") } } };
    const isStrict = event.isBase64Encoded || mayHaveLoneSurrogates(event.body);
    (isStrict ? strictParser : parser).before?.(request as never);
    return request.event.body;
  };
}

/** Parses a form or a JSON object; a missing body has no fields. */
function formOrJsonBody(spec: EndpointSpec): (event: APIGatewayProxyEvent) => unknown {
  const parseJson = jsonBody(spec);
  return (event) => {
    if (!event.body) return {};
    if (!isForm(event)) return sentFields(parseJson(event));
    requireSize(event.body);
    return sentFields(formFields(event.body));
  };
}

function requireSize(body: string): void {
  if (Buffer.byteLength(body) > LARGEST_BODY)
    throw new Failure("payload_too_large", `The body can have at most ${LARGEST_BODY} bytes.`);
}

/** Renders an error in the format of the endpoint's protocol. */
function failureReply(spec: EndpointSpec) {
  const isProblem = spec.protocol !== "oauth" && spec.protocol !== "mcp";
  return {
    onError: (request: Request) => {
      const { event, error } = request;
      const failure = failureFrom(error);
      const headers = {
        ...headersFor(spec, event),
        ...(spec.protocol === "oauth" && cacheHeaders(spec)),
        ...failure.headers,
        "Content-Type": isProblem ? "application/problem+json" : "application/json; charset=utf-8",
      };
      const body = JSON.stringify(failureBody(spec, failure, event));
      request.response = { statusCode: FAILURES[failure.code].status, headers, body } satisfies HttpReply;
    },
  };
}

function failureBody({ protocol }: EndpointSpec, failure: Failure, event: APIGatewayProxyEvent): object {
  const requestId = requestIdOf(event);
  const call = { requestId, instance: event.path };
  if (protocol === "oauth") return oauthErrorOf(failure, requestId);
  return protocol === "mcp" ? jsonRpcErrorOf(failure, call) : problemOf(failure, call);
}
