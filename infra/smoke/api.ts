import * as z from "zod";
import type { SendCall } from "#lib/workers/releases/trial-booking.ts";

const TIMEOUT_MILLISECONDS = 30_000;

/** One request. By default it has the API key of the run; with null it has none. */
interface Request {
  method?: string;
  path: string;
  key?: string | null;
  body?: object;
}

/** A complete response. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** The durations of a run's requests. */
export interface Latency {
  requests: number;
  medianMilliseconds: number;
  slowestMilliseconds: number;
  /** Method and path of the slowest request. */
  slowest: string;
}

/** A service under test. */
export interface Api {
  baseUrl: string;
  send(request: Request): Promise<HttpResponse>;
  /** Calls an endpoint by its route, like the release probe, which calls the Lambda function. */
  call: SendCall;
  latency(): Latency | undefined;
}

/** Creates a client of a service. */
export function openApi(baseUrl: string, apiKey: string): Api {
  const durations: { request: string; milliseconds: number }[] = [];

  async function send({ method = "GET", path, key = apiKey, body }: Request): Promise<HttpResponse> {
    const started = performance.now();
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const text = await response.text();
    const [address = ""] = path.split("?");
    durations.push({ request: `${method} ${address}`, milliseconds: performance.now() - started });
    return { status: response.status, headers: response.headers, text };
  }

  const call: SendCall = async (_id, route, { path = {}, body }) => {
    const [method = "", template = ""] = route.split(" ");
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? "");
    const response = await send({ method, path: filled, ...(body && { body }) });
    return { statusCode: response.status, body: parseJson(response) };
  };

  function latency(): Latency | undefined {
    const sorted = durations.toSorted((a, b) => a.milliseconds - b.milliseconds);
    const [median, slowest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    if (!median || !slowest) return undefined;
    return {
      requests: sorted.length,
      medianMilliseconds: Math.round(median.milliseconds),
      slowestMilliseconds: Math.round(slowest.milliseconds),
      slowest: slowest.request,
    };
  }

  return { baseUrl, send, call, latency };
}

/** Parses the body of a response; an empty object if it is not a JSON object. */
export function parseJson({ text }: Pick<HttpResponse, "text">): Record<string, unknown> {
  try {
    return z.looseObject({}).parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return {};
    throw error;
  }
}

/** Throws if a response does not have the expected status; the message contains the request. */
export function requireStatus(response: HttpResponse, expected: number, request: string): void {
  if (response.status === expected) return;
  const { detail } = parseJson(response);
  const reason = typeof detail === "string" ? `: ${detail}` : "";
  throw new Error(`${request} returned ${response.status} instead of ${expected}${reason}`);
}
