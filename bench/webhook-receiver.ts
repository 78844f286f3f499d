import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "#test/support/network/certificate.ts";

/** Responds to every webhook with 200, in a separate process, and sends its URLs to the parent process. */
const answer: RequestListener = (request, response) => {
  request.resume().once("end", () => response.end("ok"));
};
const servers = [
  { protocol: "http", server: createHttpServer(answer) },
  { protocol: "https", server: createHttpsServer(makeCertificate("127.0.0.1"), answer) },
];
const urls: string[] = [];
for (const { protocol, server } of servers) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  urls.push(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`);
}
process.send?.(urls);
