import type { ClientRequest, IncomingMessage } from "node:http";
import { isSwitchedOn } from "#lib/platform/env.ts";
import { AddressNotAllowed, getTransport } from "./connections.ts";
import { retryAfterSeconds } from "./retry.ts";
import { findUrlProblem } from "./subscriber-url.ts";

const CONNECT_MS = 5_000;
const WHOLE_MS = 15_000;
/** Bytes of an answer that are read, so that its connection can serve again; a longer answer costs its connection. */
const RESPONSE_BYTES = 16_384;

/** A request to a subscriber. */
export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends one request: connected within 5 s, answered within 15 s, no redirect followed, at most 16 KB of the answer read.
 * Returns what was answered, or why nothing was.
 */
export async function postWebhook(request: WebhookRequest): Promise<PostResponse | PostFailure> {
  try {
    return await send(request);
  } catch (error) {
    return toPostFailure(error);
  }
}

/** A kept connection that the subscriber closed in the moment of its reuse says nothing about the subscriber. */
async function send(request: WebhookRequest): Promise<PostResponse> {
  const allowInsecure = isSwitchedOn("ALLOW_INSECURE_WEBHOOKS");
  // A host that is an address is never looked up, and what is stored may have been allowed once.
  if (findUrlProblem(request.url, allowInsecure) !== undefined) throw new AddressNotAllowed();
  const url = new URL(request.url);
  const first = openRequest(url, request, allowInsecure);
  const startedAt = performance.now();
  try {
    return await awaitResponse(first, request.body, WHOLE_MS);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (!first.reusedSocket || code !== "ECONNRESET") throw error;
    const left = WHOLE_MS - (performance.now() - startedAt);
    return await awaitResponse(openRequest(url, request, allowInsecure), request.body, left);
  }
}

function openRequest(url: URL, { headers, body }: WebhookRequest, allowInsecure: boolean): ClientRequest {
  const { request, agent } = getTransport(url.protocol, allowInsecure);
  return request(url, {
    method: "POST",
    agent,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
}

function awaitResponse(request: ClientRequest, body: string, wholeMs: number): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    const connect = setTimeout(() => request.destroy(new DeadlineExceeded("connect")), CONNECT_MS);
    const whole = setTimeout(() => request.destroy(new DeadlineExceeded("answer")), wholeMs);
    request.once("socket", (socket) => {
      const connected = "encrypted" in socket ? "secureConnect" : "connect";
      if (request.reusedSocket) clearTimeout(connect);
      else socket.once(connected, () => clearTimeout(connect));
    });
    let toResponse: (() => PostResponse) | undefined;
    request.once("response", (response) => {
      const beginning = readBeginning(response);
      toResponse = () => toPostResponse(response, beginning());
    });
    // Once the status is known it does not matter how the rest of the answer ends.
    const settle = (error: Error) => (toResponse ? resolve(toResponse()) : reject(error));
    request.on("error", settle);
    request.once("close", () => {
      clearTimeout(connect);
      clearTimeout(whole);
      settle(new Error("closed without an answer"));
    });
    request.end(body);
  });
}

/** Reads no more of an answer than is allowed. */
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

/** What a subscriber answered. */
export interface PostResponse {
  status: number;
  /** What a header `Retry-After` asks for, at most a day. */
  retryAfterSeconds: number | undefined;
  /** The first 1,024 bytes of a response that is not 2xx, whole characters. */
  excerpt: string | null;
}

const EXCERPT_BYTES = 1_024;
/** Characters that break a line or reorder, hide or steer what is shown beside them. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Sums an answer up, given the beginning of its body. */
export function toPostResponse(
  { statusCode = 0, headers }: IncomingMessage,
  beginning: Buffer,
): PostResponse {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  return {
    status: statusCode,
    retryAfterSeconds: retryAfterSeconds(headers["retry-after"]),
    excerpt: isSuccess ? null : excerptOf(beginning),
  };
}

function excerptOf(bytes: Buffer): string {
  const text = decodeBeginning(bytes).replace(CONTROLS, " ");
  // What is no UTF-8 has become longer.
  return decodeBeginning(Buffer.from(text));
}

/** As a stream, because the last character may be cut. */
const decodeBeginning = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: true });

/** Why there is no answer, in words for the subscriber; `isFinal` when another attempt can't end otherwise. */
export interface PostFailure {
  status: null;
  error: string;
  isFinal: boolean;
}

/** A part of an attempt took too long. */
export class DeadlineExceeded extends Error {
  readonly part: "connect" | "answer";

  constructor(part: "connect" | "answer") {
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

/** Names what went wrong; never which address it was. */
export function toPostFailure(error: unknown): PostFailure {
  if (error instanceof AddressNotAllowed)
    return { status: null, error: "The address is not allowed.", isFinal: true };
  return { status: null, error: errorText(error), isFinal: false };
}

function errorText(error: unknown): string {
  if (error instanceof DeadlineExceeded)
    return error.part === "connect"
      ? "No connection was established within 5 s."
      : "No response was received within 15 s.";
  const code = String((error as { code?: unknown }).code);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return "The TLS certificate is not valid.";
  return ERROR_TEXTS.get(code) ?? "The connection failed.";
}
