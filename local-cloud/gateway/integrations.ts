import type { ServerResponse } from "node:http";
import type { Outcome } from "#local-cloud/lambda/instance.ts";
import type { Lambda } from "#local-cloud/lambda/lambda.ts";
import type { Api, FunctionIntegration } from "./api-document.ts";
import { readDecision } from "./authorizer.ts";
import { createClientSink } from "./client-response.ts";
import { findHeader, type GatewayRequest } from "./gateway-request.ts";
import type { HttpResponse, ResponseType } from "./gateway-responses.ts";
import { buildMockResponse } from "./mock-integration.ts";
import { buildAuthorizerEvent, buildMethodArn, buildProxyEvent } from "./proxy-event.ts";
import { parseProxyResult } from "./proxy-response.ts";

/** The API, and its functions. */
interface Backend {
  api: Api;
  invoke: Lambda["invoke"];
}

/** Lambda's limit for an event. */
const MAX_EVENT_BYTES = 6_291_556;

/**
 * Calls the authorizer and the integration of a request. Returns the response, or the type of the gateway response to
 * send, or undefined if the response was streamed.
 */
export async function handleRequest(
  backend: Backend,
  request: GatewayRequest,
  response: ServerResponse,
): Promise<HttpResponse | ResponseType | undefined> {
  if (request.match === undefined) return "MISSING_AUTHENTICATION_TOKEN";
  const { integration, authorizer } = request.match.route;
  if (authorizer !== undefined) {
    const outcome = await backend.invoke(authorizer, buildAuthorizerEvent(request));
    const { rejection, context } = readDecision(outcome, buildMethodArn(request));
    request.authorizer = context;
    if (rejection !== undefined) return rejection;
  }
  if (integration.type === "mock") return buildMockResponse(integration, request);
  const event = buildProxyEvent(request, (type) => isBinary(backend.api, type));
  if (event.length > MAX_EVENT_BYTES) return "REQUEST_TOO_LARGE";
  if (!integration.isStreaming) return invokeBuffered(backend, { integration, event, request });
  const sink = createClientSink(response, request);
  const outcome = await withTimeout(integration, backend.invoke(integration.functionName, event, { sink }));
  // A fault before the first byte results in a gateway response; a later one can only close the connection.
  if (!sink.hasStarted()) return faultType(outcome);
  if (outcome.kind === "succeeded") response.end();
  else response.destroy();
  return undefined;
}

interface BufferedCall {
  integration: FunctionIntegration;
  event: string;
  request: GatewayRequest;
}

async function invokeBuffered(
  { api, invoke }: Backend,
  { integration, event, request }: BufferedCall,
): Promise<HttpResponse | ResponseType> {
  const outcome = await withTimeout(integration, invoke(integration.functionName, event));
  if (outcome.kind !== "succeeded") return faultType(outcome);
  return (
    parseProxyResult(outcome.payload, isBinary(api, findHeader(request, "accept") ?? "")) ?? "DEFAULT_5XX"
  );
}

const faultType = ({ kind }: Outcome): ResponseType =>
  kind === "timeout" ? "INTEGRATION_TIMEOUT" : "DEFAULT_5XX";

const isBinary = ({ binaryMediaTypes }: Api, contentType: string): boolean =>
  binaryMediaTypes.some((type) => type === "*/*" || contentType.startsWith(type));

async function withTimeout(
  { timeoutMilliseconds }: FunctionIntegration,
  call: Promise<Outcome>,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => resolve({ kind: "timeout" }), timeoutMilliseconds);
  const outcome = await Promise.race([call, promise]);
  clearTimeout(timer);
  return outcome;
}
