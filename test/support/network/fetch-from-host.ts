import { type IncomingMessage, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { vi } from "vitest";

/** Statuses whose responses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Sends all requests for a host to a local port, with the host in their header, until the end of the test. `fetch` itself can't set the
 * header.
 */
export function fetchFromHost(hostname: string, port: string): void {
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { hostname: called, pathname, search } = new URL(request.url);
    if (called !== hostname) return realFetch(input, init);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = { ...Object.fromEntries(request.headers), Host: hostname };
    const options = { host: "127.0.0.1", port, path: pathname + search, method: request.method, headers };
    send(options, resolve)
      .on("error", reject)
      .end(Buffer.from(await request.arrayBuffer()));
    return toResponse(await promise);
  });
}

async function toResponse(incoming: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0, headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = await buffer(incoming);
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}
