import type { ClientRequest, IncomingMessage } from "node:http";
import { isObject } from "#lib/platform/is-object.ts";
import { AddressNotAllowed, getTransport, limitConnecting } from "#lib/platform/outbound/connections.ts";
import { findUrlProblem, type Reach } from "#lib/platform/outbound/outbound-url.ts";
import { retryAfterSeconds } from "./retry.ts";
import { webhookReach } from "./subscriber-url.ts";

const CONNECT_MS = 5_000;
const WHOLE_MS = 15_000;
/** Bytes of a response that are read, so that its connection can be reused; a longer response closes the connection. */
const RESPONSE_BYTES = 16_384;

/** A request to a subscriber. */
export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends one request: 5 s to connect, 15 s in total, no redirects, at most 16 KB of the response read. Returns the response, or why
 * there is none; it never throws.
 *
 * @example
 * const { status, error } = await postWebhook({ url: "https://hook.example.com", headers: {}, body: "{}" });
 */
export async function postWebhook(request: WebhookRequest): Promise<PostResponse | PostFailure> {
  try {
    return await send(request);
  } catch (error) {
    return toPostFailure(error);
  }
}

/** Repeats a request once if the subscriber closed an idle connection at the moment of its reuse. */
async function send(request: WebhookRequest): Promise<PostResponse> {
  const reach = webhookReach();
  // An IP address is not looked up, and a stored URL may have been allowed by earlier rules.
  if (findUrlProblem(request.url, reach) !== undefined) throw new AddressNotAllowed();
  const url = new URL(request.url);
  const first = openRequest(url, request, reach);
  const startedAt = performance.now();
  try {
    return await awaitResponse(first, request.body, WHOLE_MS);
  } catch (error) {
    if (!first.reusedSocket || codeOf(error) !== "ECONNRESET") throw error;
    const left = WHOLE_MS - (performance.now() - startedAt);
    return await awaitResponse(openRequest(url, request, reach), request.body, left);
  }
}

/** The code of an error of Node.js, such as `ECONNRESET`; empty if it has none. */
const codeOf = (error: unknown): string => (isObject(error) ? String(error["code"] ?? "") : "");

function openRequest(url: URL, { headers, body }: WebhookRequest, reach: Reach): ClientRequest {
  const { request, agent } = getTransport(url.protocol, reach);
  return request(url, {
    method: "POST",
    agent,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
}

function awaitResponse(request: ClientRequest, body: string, wholeMs: number): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    const endConnecting = limitConnecting(request, CONNECT_MS, () => new DeadlineExceeded("connect"));
    const whole = setTimeout(() => request.destroy(new DeadlineExceeded("response")), wholeMs);
    let toResponse: (() => PostResponse) | undefined;
    request.once("response", (response) => {
      const beginning = readBeginning(response);
      toResponse = () => toPostResponse(response, beginning());
    });
    // Once the status is known, an error in the rest of the response does not matter.
    const settle = (error: Error) => (toResponse ? resolve(toResponse()) : reject(error));
    request.on("error", settle);
    request.once("close", () => {
      endConnecting();
      clearTimeout(whole);
      settle(new Error("closed without a response"));
    });
    request.end(body);
  });
}

/** Reads the beginning of a response, up to the allowed number of bytes. */
function readBeginning(response: IncomingMessage): () => Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("error", () => response.destroy());
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES) response.destroy();
  });
  return () => Buffer.concat(chunks);
}

/** The response of a subscriber. */
export interface PostResponse {
  status: number;
  /** From the header `Retry-After`, at most a day. */
  retryAfterSeconds: number | undefined;
  /** The first 1,024 bytes of a response that is not 2xx, whole characters. */
  excerpt: string | null;
}

const EXCERPT_BYTES = 1_024;
/** Control characters, including those that break lines or change the direction of text. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function toPostResponse({ statusCode = 0, headers }: IncomingMessage, beginning: Buffer): PostResponse {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  return {
    status: statusCode,
    retryAfterSeconds: retryAfterSeconds(headers["retry-after"]),
    excerpt: isSuccess ? null : excerptOf(beginning),
  };
}

function excerptOf(bytes: Buffer): string {
  const text = decodeBeginning(bytes).replace(CONTROLS, " ");
  // Bytes that are not UTF-8 became longer.
  return decodeBeginning(Buffer.from(text));
}

/** Decodes as a stream, because the last character may be incomplete. */
const decodeBeginning = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: true });

/** Why there is no response, as text for the owner of the webhook. `isFinal`: another attempt can't succeed. */
export interface PostFailure {
  status: null;
  error: string;
  isFinal: boolean;
}

/** A part of an attempt exceeded its time limit. */
class DeadlineExceeded extends Error {
  readonly part: "connect" | "response";

  constructor(part: "connect" | "response") {
    super(part);
    this.part = part;
  }
}

const ERROR_TEXTS = new Map([
  ["ENOTFOUND", "The host name was not found."],
  ["EAI_AGAIN", "The host name could not be looked up."],
  ["ECONNREFUSED", "The connection was refused."],
  ["ECONNRESET", "The connection was closed without a response."],
]);

/** The text never contains an address. */
function toPostFailure(error: unknown): PostFailure {
  if (error instanceof AddressNotAllowed)
    return { status: null, error: "The address is not allowed.", isFinal: true };
  return { status: null, error: errorText(error), isFinal: false };
}

function errorText(error: unknown): string {
  if (error instanceof DeadlineExceeded)
    return error.part === "connect"
      ? "No connection was established within 5 s."
      : "No response was received within 15 s.";
  const code = codeOf(error);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return "The TLS certificate is not valid.";
  return ERROR_TEXTS.get(code) ?? "The connection failed.";
}
