/**
 * Stands in for the native part of AWS's runtime client (`rapid-client.node`), which needs a compiler: the same three
 * functions over Node's own HTTP. The real `done` and `error` block until the runtime API has taken the answer, so
 * here `next` waits for it.
 */

import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

const INVOCATION = `http://${process.env["AWS_LAMBDA_RUNTIME_API"]}/2018-06-01/runtime/invocation`;

let posted: Promise<unknown> = Promise.resolve();

/** Waits for the next event. */
export async function next(): Promise<{ bodyJson: string; headers: IncomingMessage["headers"] }> {
  await posted;
  const answer = await send("GET", "next");
  return { bodyJson: await text(answer), headers: answer.headers };
}

/** Sends what a handler returned. */
export function done(requestId: string, body: string): void {
  posted = send("POST", `${requestId}/response`, body);
}

/** Sends what a handler threw. */
export function error(requestId: string, body: string): void {
  posted = send("POST", `${requestId}/error`, body);
}

function send(method: string, path: string, body = ""): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(`${INVOCATION}/${path}`, { method, agent: false }, resolve).on("error", reject).end(body);
  return promise;
}
