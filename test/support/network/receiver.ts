import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { eventViolations } from "./declared-event.ts";

/** One received request. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string | undefined;
}

/** A subscriber's server: its URL, the received requests, and the number of connections. */
export interface Receiver {
  url: string;
  received: Received[];
  connections(): number;
}

/**
 * Starts a subscriber's server for one test, which responds with 200 by default. The test fails if a received event
 * is not as the OpenAPI document declares it.
 */
export async function startReceiver(
  answer: (response: ServerResponse, request: Received) => unknown = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const arrived = { headers: request.headers, body: await text(request), path: request.url };
    received.push(arrived);
    await answer(response, arrived);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    expect(received.flatMap(({ body }) => eventViolations(body))).toEqual([]);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, connections: () => connections };
}
