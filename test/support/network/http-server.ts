import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerOptions, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** One received request. */
export interface HttpRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts an HTTP server on this machine for one test: its URL without a path, and what it received. */
export async function startHttpServer(
  answer: (request: HttpRequest, response: ServerResponse) => unknown,
  options: ServerOptions = {},
): Promise<{ url: string; received: HttpRequest[] }> {
  const received: HttpRequest[] = [];
  const server = createServer(options, async (request, response) => {
    const { method = "", url = "", headers } = request;
    const arrived = { method, path: url, headers, body: await text(request) };
    received.push(arrived);
    await answer(arrived, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
