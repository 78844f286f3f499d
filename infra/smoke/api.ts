import * as z from "zod";
import type { SendCall } from "#lib/releases/trial-booking.ts";

const TIMEOUT_MILLISECONDS = 30_000;

/** One request; the key goes with it unless another one, or none (null), is given. */
interface Request {
  method?: string;
  path: string;
  key?: string | null;
  body?: object;
}

/** An answer, read to its end. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** How long the requests of a run took. */
export interface Latency {
  requests: number;
  medianMilliseconds: number;
  slowestMilliseconds: number;
  /** Method and path of the slowest. */
  slowest: string;
}

/** A service under test. */
export interface Api {
  baseUrl: string;
  send(request: Request): Promise<HttpAnswer>;
  /** Calls an endpoint by its route, as the release probe does by Lambda. */
  call: SendCall;
  latency(): Latency | undefined;
}

/** Opens a service by its base URL and an API key of it. */
export function openApi(baseUrl: string, apiKey: string): Api {
  const taken: { request: string; milliseconds: number }[] = [];

  async function send({ method = "GET", path, key = apiKey, body }: Request): Promise<HttpAnswer> {
    const began = performance.now();
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
    taken.push({ request: `${method} ${address}`, milliseconds: performance.now() - began });
    return { status: response.status, headers: response.headers, text };
  }

  const call: SendCall = async (_id, route, { path = {}, body }) => {
    const [method = "", template = ""] = route.split(" ");
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? "");
    const answer = await send({ method, path: filled, ...(body && { body }) });
    return { statusCode: answer.status, body: jsonOf(answer) };
  };

  function latency(): Latency | undefined {
    const sorted = taken.toSorted((a, b) => a.milliseconds - b.milliseconds);
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

/** The JSON object of an answer; an empty one when the body is none. */
export function jsonOf({ text }: Pick<HttpAnswer, "text">): Record<string, unknown> {
  try {
    return z.looseObject({}).parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return {};
    throw error;
  }
}

/** Throws unless an answer has the expected status; the message names the request. */
export function requireStatus(answer: HttpAnswer, expected: number, request: string): void {
  if (answer.status === expected) return;
  const { detail } = jsonOf(answer);
  const reason = typeof detail === "string" ? `: ${detail}` : "";
  throw new Error(`${request} returned ${answer.status} instead of ${expected}${reason}`);
}
