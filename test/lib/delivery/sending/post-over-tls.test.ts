import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { postWebhook } from "#lib/delivery/sending/post.ts";
import { getHostResolver } from "#lib/platform/outbound/connections.ts";
import { makeCertificate } from "#test/support/network/certificate.ts";
import { dial, recordDials } from "#test/support/network/dial-recorder.ts";
import { startDnsServer } from "#test/support/network/dns-server.ts";

const HOST = "hook.example.com";
const certificate = makeCertificate(HOST);

/** Starts a TLS server that redirects every request to the metadata address of clouds. */
async function startTlsReceiver(options: ServerOptions): Promise<{ port: number; received: object[] }> {
  const received: object[] = [];
  const server = createServer(options, async (request, response) => {
    const { servername } = request.socket as TLSSocket;
    received.push({ servername, host: request.headers.host, body: await text(request) });
    response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data/" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

const post = () => dial(() => postWebhook({ url: `https://${HOST}:8443/hook`, headers: {}, body: "{}" }));

beforeEach(async () => {
  const { address } = await startDnsServer(() => ["1.1.1.1"]);
  getHostResolver().setServers([address]);
  const defaults = getCACertificates("default");
  setDefaultCACertificates([...defaults, certificate.cert]);
  onTestFinished(() => setDefaultCACertificates(defaults));
});

describe("a subscriber with a name", () => {
  test("gets a connection to the checked address, with its name in SNI and Host", async () => {
    const receiver = await startTlsReceiver(certificate);
    const dials = await recordDials(receiver.port);
    expect(await post()).toMatchObject({ status: 307 });
    expect(receiver.received).toEqual([{ servername: HOST, host: `${HOST}:8443`, body: "{}" }]);
    expect(dials).toEqual([{ address: "1.1.1.1", port: 8443 }]);
  });

  test("can't redirect to a private address", async () => {
    const receiver = await startTlsReceiver(certificate);
    const dials = await recordDials(receiver.port);
    await post();
    await post();
    expect(dials.filter(({ address }) => address !== "1.1.1.1")).toEqual([]);
  });

  test.each([
    ["of another name", makeCertificate("other.example.com")],
    ["of an unknown authority", makeCertificate(HOST)],
  ])("gets no request with a certificate %s", async (_, other) => {
    const receiver = await startTlsReceiver(other);
    await recordDials(receiver.port);
    expect(await post()).toEqual({
      status: null,
      error: "The TLS certificate is not valid.",
      isFinal: false,
    });
    expect(receiver.received).toEqual([]);
  });
});
