import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { LocalAws } from "@almanac/local-cloud/testing/local-aws.ts";
import { afterAll, beforeAll } from "vitest";

/** Counts responses of the table that are lost after the call was executed. */
export interface Loss {
  /** The number of next responses to lose. It counts down. */
  toLose: number;
  lost: number;
  /** A text that the request must contain for its response to be lost. */
  of?: string;
}

/** Runs a proxy between a file's tests and their table, which loses responses of these operations, such as `PutItem`. */
export function useLostResponses(table: () => Pick<LocalAws, "url">, ...operations: string[]): Loss {
  const loss: Loss = { toLose: 0, lost: 0 };
  let proxy: Server;
  beforeAll(async () => {
    proxy = createServer(async (incoming, outgoing) => {
      const body = await buffer(incoming);
      const { method, headers, url = "/" } = incoming;
      const forwarded = request(table().url + url, { method, headers }, async (response) => {
        const content = await buffer(response);
        const operation = String(headers["x-amz-target"]).split(".")[1] ?? "";
        const matches = operations.includes(operation) && body.includes(loss.of ?? "");
        if (loss.toLose > 0 && matches) {
          loss.toLose -= 1;
          loss.lost += 1;
          outgoing.destroy();
          return;
        }
        outgoing.writeHead(response.statusCode ?? 500, response.headers).end(content);
      });
      forwarded.end(body);
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    process.env["AWS_ENDPOINT_URL"] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return loss;
}
