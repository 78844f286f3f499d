import type { ClientRequest, IncomingMessage } from "node:http";
import { isSwitchedOn } from "#lib/platform/env.ts";
import { RefusedAddress } from "./checked-lookup.ts";
import { type PostAnswer, postAnswer } from "./post-answer.ts";
import { Deadline, type PostFailure, postFailure } from "./post-failure.ts";
import { urlProblem } from "./subscriber-url.ts";
import { transportFor } from "./transport.ts";

const CONNECT_MS = 5_000;
const WHOLE_MS = 15_000;
/** Bytes of an answer that are read, so that its connection can serve again; a longer answer costs its connection. */
const ANSWER_BYTES = 16_384;

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
export async function postWebhook(request: WebhookRequest): Promise<PostAnswer | PostFailure> {
  try {
    return await send(request);
  } catch (error) {
    return postFailure(error);
  }
}

/** A kept connection that the subscriber closed in the moment of its reuse says nothing about the subscriber. */
async function send(request: WebhookRequest): Promise<PostAnswer> {
  const allowInsecure = isSwitchedOn("ALLOW_INSECURE_WEBHOOKS");
  // A host that is an address is never looked up, and what is stored may have been allowed once.
  if (urlProblem(request.url, allowInsecure) !== undefined) throw new RefusedAddress();
  const url = new URL(request.url);
  const first = open(url, request, allowInsecure);
  const startedAt = performance.now();
  try {
    return await answered(first, request.body, WHOLE_MS);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (!first.reusedSocket || code !== "ECONNRESET") throw error;
    const left = WHOLE_MS - (performance.now() - startedAt);
    return await answered(open(url, request, allowInsecure), request.body, left);
  }
}

function open(url: URL, { headers, body }: WebhookRequest, allowInsecure: boolean): ClientRequest {
  const { request, agent } = transportFor(url.protocol, allowInsecure);
  return request(url, {
    method: "POST",
    agent,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
}

function answered(request: ClientRequest, body: string, wholeMs: number): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const connect = setTimeout(() => request.destroy(new Deadline("connect")), CONNECT_MS);
    const whole = setTimeout(() => request.destroy(new Deadline("answer")), wholeMs);
    request.once("socket", (socket) => {
      const connected = "encrypted" in socket ? "secureConnect" : "connect";
      if (request.reusedSocket) clearTimeout(connect);
      else socket.once(connected, () => clearTimeout(connect));
    });
    let answer: (() => PostAnswer) | undefined;
    request.once("response", (response) => {
      const beginning = readBeginning(response);
      answer = () => postAnswer(response, beginning());
    });
    // Once the status is known it does not matter how the rest of the answer ends.
    const settle = (error: Error) => (answer ? resolve(answer()) : reject(error));
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
  const kept: Buffer[] = [];
  let bytes = 0;
  response.on("error", () => response.destroy());
  response.on("data", (chunk: Buffer) => {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) response.destroy();
  });
  return () => Buffer.concat(kept);
}
