import type { ServerResponse } from "node:http";
import type { Outcome, StreamSink } from "#infra/local/lambda/instance.ts";
import type { Api, FunctionIntegration } from "./api-document.ts";
import { judge } from "./authorizer.ts";
import { clientSink } from "./client-answer.ts";
import { type GatewayRequest, headerOf } from "./gateway-request.ts";
import type { Answer, ResponseType } from "./gateway-responses.ts";
import { mockAnswer } from "./mock-integration.ts";
import { proxyAnswer } from "./proxy-answer.ts";
import { authorizerEvent, methodArn, proxyEvent } from "./proxy-event.ts";

/** How the gateway calls a function: its name, the event as JSON, and where a streamed answer goes. */
export type InvokeFunction = (functionName: string, event: string, sink?: StreamSink) => Promise<Outcome>;

/** What a call is answered with: its API and the functions behind it. */
interface Backend {
  api: Api;
  invoke: InvokeFunction;
}

/** Largest event Lambda takes. */
const LARGEST_EVENT = 6_291_556;

/**
 * Takes a call through authorizer and integration. Answers the whole answer, or the type of the gateway response to
 * give, or nothing when the answer was streamed.
 */
export async function answerCall(
  backend: Backend,
  request: GatewayRequest,
  response: ServerResponse,
): Promise<Answer | ResponseType | undefined> {
  if (request.match === undefined) return "MISSING_AUTHENTICATION_TOKEN";
  const { integration, authorizer } = request.match.route;
  if (authorizer !== undefined) {
    const verdict = judge(await backend.invoke(authorizer, authorizerEvent(request)), methodArn(request));
    request.authorizer = verdict.context;
    if (verdict.refusal !== undefined) return verdict.refusal;
  }
  if (integration.type === "mock") return mockAnswer(integration, request);
  const event = proxyEvent(request, (type) => isBinary(backend.api, type));
  if (event.length > LARGEST_EVENT) return "REQUEST_TOO_LARGE";
  if (!integration.streams) return answerBuffered(backend, { integration, event, request });
  const sink = clientSink(response, request);
  const outcome = await within(integration, backend.invoke(integration.functionName, event, sink));
  // A fault before the first byte is a gateway response; a later one can only break the connection.
  if (!sink.hasBegun()) return refusalOf(outcome) ?? "DEFAULT_5XX";
  if (outcome.kind === "answered") response.end();
  else response.destroy();
  return undefined;
}

interface BufferedCall {
  integration: FunctionIntegration;
  event: string;
  request: GatewayRequest;
}

async function answerBuffered(
  { api, invoke }: Backend,
  { integration, event, request }: BufferedCall,
): Promise<Answer | ResponseType> {
  const outcome = await within(integration, invoke(integration.functionName, event));
  if (outcome.kind !== "answered") return refusalOf(outcome) ?? "DEFAULT_5XX";
  return proxyAnswer(outcome.payload, isBinary(api, headerOf(request, "accept") ?? "")) ?? "DEFAULT_5XX";
}

const refusalOf = ({ kind }: Outcome): ResponseType | undefined =>
  kind === "timeout" ? "INTEGRATION_TIMEOUT" : undefined;

const isBinary = ({ binaryMediaTypes }: Api, contentType: string): boolean =>
  binaryMediaTypes.some((type) => type === "*/*" || contentType.startsWith(type));

async function within(
  { timeoutMilliseconds }: FunctionIntegration,
  call: Promise<Outcome>,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => resolve({ kind: "timeout" }), timeoutMilliseconds);
  const outcome = await Promise.race([call, promise]);
  clearTimeout(timer);
  return outcome;
}
