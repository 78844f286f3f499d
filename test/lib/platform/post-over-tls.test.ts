import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { PostSender } from "#lib/platform/post-request.ts";
import { makeCertificate } from "#test/support/network/certificate.ts";

const certificate = makeCertificate("localhost");

/** A sender to a server over TLS whose certificate is trusted, and what the server has seen of each connection. */
async function senderTo(options: ServerOptions) {
  const seen: object[] = [];
  const server = createServer(options, (request, response) => {
    const socket = request.socket as TLSSocket;
    seen.push({ name: socket.servername, isResumed: socket.isSessionReused() });
    response.setHeader("connection", "close").end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const known = getCACertificates("default");
  setDefaultCACertificates([...known, certificate.cert]);
  const { port } = server.address() as AddressInfo;
  const sender = new PostSender(new URL(`https://localhost:${port}/`), 5_000);
  onTestFinished(() => {
    setDefaultCACertificates(known);
    sender.close();
    server.closeAllConnections();
    server.close();
  });
  return { seen, post: () => sender.send({ headers: { host: "localhost" }, body: "{}" }) };
}

test("a server is named by SNI, and the next connection continues its TLS session", async () => {
  const { seen, post } = await senderTo(certificate);
  expect((await post()).body.toString()).toBe("ok");
  await post();
  expect(seen).toEqual([
    { name: "localhost", isResumed: false },
    { name: "localhost", isResumed: true },
  ]);
});

test.each([
  ["of another name", makeCertificate("other.example.com")],
  ["that nobody vouches for", makeCertificate("localhost")],
])("nothing is sent to a server with a certificate %s", async (_, other) => {
  const { seen, post } = await senderTo(other);
  await expect(post()).rejects.toThrow(/certificate/);
  expect(seen).toEqual([]);
});
