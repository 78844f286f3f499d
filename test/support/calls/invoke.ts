import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { vi } from "vitest";
import type { HttpResponse } from "#lib/entry/http/response.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { gatewayEvent, LAMBDA_CONTEXT, type RequestParts } from "./gateway-event.ts";

/** The Lambda handler of an endpoint. */
export interface EndpointHandler {
  (event: APIGatewayProxyEvent, context: Context): unknown;
  spec: EndpointSpec;
}

/** A response of a handler, with the body as text and, if it is JSON, parsed. */
export interface HandlerResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: Record<string, unknown>;
}

/** Calls an endpoint's handler as API Gateway does. A stream is read to its end. */
export async function invoke(handler: EndpointHandler, parts: RequestParts = {}): Promise<HandlerResponse> {
  const reply = (await handler(gatewayEvent(handler.spec.route, parts), LAMBDA_CONTEXT)) as HttpResponse;
  return readReply(reply);
}

/** Reads a whole reply. */
export async function readReply({ statusCode, headers, body }: HttpResponse): Promise<HandlerResponse> {
  const content = typeof body === "string" ? body : await text(body satisfies Readable);
  return {
    status: statusCode,
    headers,
    text: content,
    json: content === "" || !/json/.test(headers["Content-Type"] ?? "") ? {} : JSON.parse(content),
  };
}

/** Captures the log lines written from now on. Returns a function that reads them. */
export function captureLines(): () => Record<string, unknown>[] {
  const spy = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const earlier = spy.mock.calls.length;
  return () => spy.mock.calls.slice(earlier).map(([line]) => JSON.parse(String(line)));
}
