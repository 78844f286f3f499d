import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { eventViolations } from "./declared-event.ts";

/** One request as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string | undefined;
}

/** A subscriber's server: what came, how many connections it took, and where it listens. */
export interface Receiver {
  url: string;
  received: Received[];
  connections(): number;
}

/**
 * Starts a subscriber for one test that answers every request as told, 200 unless said otherwise. The test fails when an event
 * came that is not as the OpenAPI document declares it.
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
