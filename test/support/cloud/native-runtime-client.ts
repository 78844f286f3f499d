/**
 * Replaces the native part of AWS's runtime client (`rapid-client.node`), which needs a compiler: the same three
 * functions with Node's own HTTP client. The real `done` and `error` block until the runtime API has responded, so
 * here `next` waits for that.
 */

import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

const INVOCATION = `http://${process.env["AWS_LAMBDA_RUNTIME_API"]}/2018-06-01/runtime/invocation`;

let lastPost: Promise<unknown> = Promise.resolve();

/** Waits for the next event. */
export async function next(): Promise<{ bodyJson: string; headers: IncomingMessage["headers"] }> {
  await lastPost;
  const response = await send("GET", "next");
  return { bodyJson: await text(response), headers: response.headers };
}

/** Sends what a handler returned. */
export function done(requestId: string, body: string): void {
  lastPost = send("POST", `${requestId}/response`, body);
}

/** Sends what a handler threw. */
export function error(requestId: string, body: string): void {
  lastPost = send("POST", `${requestId}/error`, body);
}

function send(method: string, path: string, body = ""): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(`${INVOCATION}/${path}`, { method, agent: false }, resolve).on("error", reject).end(body);
  return promise;
}
