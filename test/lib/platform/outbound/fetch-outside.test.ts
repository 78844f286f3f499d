import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { getHostResolver } from "#lib/platform/outbound/connections.ts";
import { fetchOutside, isSameSite, type OutsideRequest } from "#lib/platform/outbound/fetch-outside.ts";
import { dial, recordDials } from "#test/support/network/dial-recorder.ts";
import { startDnsServer } from "#test/support/network/dns-server.ts";
import { startHttpServer } from "#test/support/network/http-server.ts";
import { startSilentServer } from "#test/support/network/silent-server.ts";

/** Starts a server; the requests that it received, as `GET /path authorization`. */
async function startServer(answer: Parameters<typeof startHttpServer>[0]) {
  const { url, received } = await startHttpServer(answer);
  return {
    url,
    listReceived: () =>
      received.map(({ method, path, headers }) =>
        [method, path, headers.authorization].filter(Boolean).join(" "),
      ),
  };
}

const fetchLocal = (url: string, request: Partial<OutsideRequest> = {}) =>
  fetchOutside(url, { reach: "loopback", ...request });

const credentialsFor = (url: string) => ({ authorization: "Basic x", url });

test("a request has its method, headers and body, and the response is decoded", async () => {
  const { url, listReceived } = await startServer((request, response) => {
    response.writeHead(207, { "content-type": "text/xml", etag: '"1"' }).end(request.body);
  });
  const response = await fetchLocal(`${url}/a`, { method: "PROPFIND", body: "Zürich ☕" });
  expect(response).toMatchObject({
    status: 207,
    text: "Zürich ☕",
    url: `${url}/a`,
    headers: { etag: '"1"' },
  });
  expect(listReceived()).toEqual(["PROPFIND /a"]);
});

test("a compressed response is decompressed", async () => {
  const { url } = await startServer((request, response) => {
    expect(request.headers["accept-encoding"]).toBe("gzip");
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("calendar"));
  });
  expect(await fetchLocal(url)).toMatchObject({ text: "calendar" });
});

test("a response without a body may name a compression", async () => {
  const { url } = await startServer((request, response) => {
    const isMoved = request.path === "/old";
    response.writeHead(isMoved ? 301 : 304, {
      "content-encoding": "gzip",
      ...(isMoved && { location: "/new" }),
    });
    response.end();
  });
  expect(await fetchLocal(`${url}/old`)).toMatchObject({ status: 304, text: "", url: `${url}/new` });
});

test("10 MB are read, and a byte more is too large, compressed or not", async () => {
  const body = Buffer.alloc(10_000_001);
  const { url } = await startServer((request, response) => {
    if (request.path === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body));
    else response.end(request.path === "/more" ? body : body.subarray(1));
  });
  expect((await fetchLocal(`${url}/all`)).text).toHaveLength(10_000_000);
  await expect(fetchLocal(`${url}/more`)).rejects.toMatchObject({ reason: "too_large" });
  await expect(fetchLocal(`${url}/gzip`)).rejects.toMatchObject({ reason: "too_large" });
});

test("compressed data that is broken, and a body that ends early, are unreachable", async () => {
  const { url } = await startServer((request, response) => {
    if (request.path === "/gzip") return response.writeHead(200, { "content-encoding": "gzip" }).end("no");
    response.writeHead(200, { "content-length": "10" }).write("half");
    return response.socket?.destroySoon();
  });
  await expect(fetchLocal(`${url}/gzip`)).rejects.toMatchObject({ reason: "unreachable" });
  await expect(fetchLocal(`${url}/half`)).rejects.toMatchObject({ reason: "unreachable" });
});

describe("redirects", () => {
  test("three are followed with the method and the credentials, and a fourth is not", async () => {
    const { url, listReceived } = await startServer((request, response) => {
      const step = Number(request.path.slice(1));
      if (step === 0) response.end("done");
      else response.writeHead(step === 2 ? 308 : 302, { location: `/${step - 1}` }).end();
    });
    const request = { method: "PROPFIND", credentials: credentialsFor(url) };
    expect(await fetchLocal(`${url}/3`, request)).toMatchObject({ text: "done", url: `${url}/0` });
    expect(listReceived()).toEqual([3, 2, 1, 0].map((step) => `PROPFIND /${step} Basic x`));
    await expect(fetchLocal(`${url}/4`)).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("a 303 is followed with GET", async () => {
    const { url, listReceived } = await startServer((request, response) => {
      if (request.path === "/") response.writeHead(303, { location: "/other" }).end();
      else response.end();
    });
    await fetchLocal(`${url}/`, { method: "REPORT", body: "x" });
    expect(listReceived()).toEqual(["REPORT /", "GET /other"]);
  });

  test("another port never gets the credentials, also if it redirects back", async () => {
    const other = await startServer((_, response) =>
      response.writeHead(302, { location: `${url}/back` }).end(),
    );
    const { url, listReceived } = await startServer((request, response) => {
      if (request.path === "/") response.writeHead(302, { location: `${other.url}/` }).end();
      else response.end();
    });
    await fetchLocal(`${url}/`, { credentials: credentialsFor(url) });
    expect(other.listReceived()).toEqual(["GET /"]);
    expect(listReceived()).toEqual(["GET / Basic x", "GET /back"]);
  });

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "https://[fd00::1]/",
    "file:///etc/passwd",
    "http://ann:pw@127.0.0.1/",
  ])("%s is not allowed, also with loopback", async (location) => {
    const { url } = await startServer((_, response) => response.writeHead(302, { location }).end());
    await expect(fetchLocal(url)).rejects.toMatchObject({ reason: "not_allowed" });
  });
});

describe("as deployed", () => {
  test.each(["http://example.com/", "https://127.0.0.1/", "https://localhost/", "https://169.254.169.254/"])(
    "%s is not allowed",
    async (url) => {
      await expect(fetchOutside(url, { reach: "public" })).rejects.toMatchObject({ reason: "not_allowed" });
    },
  );

  test("a name gets connections only to the addresses that were checked", async () => {
    const { port } = await startSilentServer((socket) => socket.destroy());
    const dials = await recordDials(port);
    let addresses = ["1.1.1.1"];
    const { address } = await startDnsServer(() => addresses);
    getHostResolver().setServers([address]);
    const fetchName = () => dial(() => fetchOutside("https://calendar.example.com/", { reach: "public" }));
    await expect(fetchName()).rejects.toMatchObject({ reason: "unreachable" });
    expect(dials).toEqual([{ address: "1.1.1.1", port: 443 }]);
    addresses = ["1.1.1.1", "10.0.0.1"];
    await expect(fetchName()).rejects.toMatchObject({ reason: "not_allowed" });
    expect(dials).toHaveLength(1);
  });

  test("with loopback, a name with a private address is not allowed", async () => {
    const { address } = await startDnsServer(() => ["127.0.0.1"]);
    getHostResolver().setServers([address]);
    await expect(fetchLocal("http://calendar.example.com/")).rejects.toMatchObject({ reason: "not_allowed" });
  });
});

test("a server that does not respond, or stops in its response, fails at the deadline", async () => {
  const { url } = await startServer((request, response) => {
    if (request.path === "/body") response.writeHead(200).write("half");
  });
  for (const path of ["/silent", "/body"]) {
    const deadline = performance.now() + 100;
    await expect(fetchLocal(`${url}${path}`, { deadline })).rejects.toMatchObject({ reason: "unreachable" });
  }
});

test("a server that changes the protocol is unreachable", { timeout: 10_000 }, async () => {
  const { url } = await startServer((_, response) => {
    response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n");
  });
  await expect(fetchLocal(url)).rejects.toMatchObject({ reason: "unreachable" });
});

test("a refused connection is unreachable, and an idle connection that was closed is replaced", async () => {
  await expect(fetchLocal("http://127.0.0.1:9/")).rejects.toMatchObject({ reason: "unreachable" });
  let requests = 0;
  const { url } = await startServer((_, response) => {
    requests += 1;
    if (requests === 2) response.socket?.resetAndDestroy();
    else response.end("ok");
  });
  await fetchLocal(url);
  expect(await fetchLocal(url)).toMatchObject({ text: "ok" });
});

test("an idle connection is closed, although the server keeps it, so that they do not add up", async () => {
  const closed = Promise.withResolvers<void>();
  const keepsAll = { keepAliveTimeout: 0 };
  const { url } = await startHttpServer((_, response) => {
    response.socket?.once("close", closed.resolve);
    response.setHeader("keep-alive", "timeout=2").end("ok");
  }, keepsAll);
  await fetchLocal(url);
  await closed.promise;
});

test.each([
  ["https://caldav.icloud.com/", "https://caldav.icloud.com/x", true],
  ["https://caldav.icloud.com/", "https://caldav.icloud.com:443/x", true],
  ["https://caldav.icloud.com/", "https://p42-caldav.icloud.com/", true],
  ["https://example.com/", "https://dav.example.com/", true],
  ["https://caldav.icloud.com/", "https://icloud.com/", false],
  ["https://caldav.icloud.com/", "https://caldav.icloud.com.evil.example/", false],
  ["https://caldav.icloud.com/", "https://evil-icloud.com/", false],
  ["https://example.com/", "https://other.com/", false],
  ["https://example.com/", "https://notexample.com/", false],
  ["https://example.com/", "https://example.com:8443/", false],
  ["https://example.com/", "http://example.com/", false],
  ["https://1.1.1.1/", "https://2.1.1.1/", false],
  ["https://1.1.1.1/", "https://1.1.1.1/x", true],
])("the credentials of %s are sent to %s: %s", (configured, url, isSame) => {
  expect(isSameSite(new URL(configured), new URL(url))).toBe(isSame);
});
