import { beforeEach, describe, expect, test, vi } from "vitest";
import { postWebhook } from "#lib/delivery/sending/post.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { startSilentServer } from "#test/support/network/silent-server.ts";

const post = (url: string, body = "{}") =>
  postWebhook({ url, headers: { "content-type": "application/json", "webhook-id": "dlv_1" }, body });

describe("with private addresses allowed", () => {
  beforeEach(() => {
    vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
  });

  test("the body arrives byte by byte with its headers", async () => {
    const receiver = await startReceiver();
    expect(await post(receiver.url, '{"title":"Zürich ☕"}')).toMatchObject({ status: 200 });
    expect(receiver.received).toEqual([
      {
        path: "/hook",
        body: '{"title":"Zürich ☕"}',
        headers: expect.objectContaining({
          "content-length": "23",
          "content-type": "application/json",
          "webhook-id": "dlv_1",
        }),
      },
    ]);
  });

  test("a failed response has its Retry-After and an excerpt", async () => {
    const receiver = await startReceiver((response) =>
      response.writeHead(503, { "retry-after": "120" }).end("Too\u0000 busy\n\u202Etoday ☕"),
    );
    expect(await post(receiver.url)).toEqual({
      status: 503,
      retryAfterSeconds: 120,
      excerpt: "Too  busy  today ☕",
    });
  });

  test("a 2xx response has no excerpt", async () => {
    const receiver = await startReceiver((response) => response.writeHead(202).end("accepted"));
    expect(await post(receiver.url)).toEqual({ status: 202, retryAfterSeconds: undefined, excerpt: null });
  });

  test.each([
    ["x".repeat(20_000), "x".repeat(1_024)],
    ["x".repeat(1_024), "x".repeat(1_024)],
    ["☕".repeat(5_000), "☕".repeat(341)],
    [`x${"😀".repeat(5_000)}`, `x${"😀".repeat(255)}`],
    ["\u0085".repeat(5_000), " ".repeat(512)],
    [Buffer.alloc(20_000, 0xff), "\ufffd".repeat(341)],
    [Buffer.concat([Buffer.from("☕"), Buffer.alloc(2, 0xff)]), "☕\ufffd\ufffd"],
    ["", ""],
  ])("an excerpt has at most 1,024 bytes, and whole characters (%#)", async (body, excerpt) => {
    const receiver = await startReceiver((response) => response.writeHead(500).end(body));
    expect(await post(receiver.url)).toMatchObject({ status: 500, excerpt });
  });

  test("a connection is reused", async () => {
    const receiver = await startReceiver();
    for (let n = 0; n < 3; n += 1) expect(await post(receiver.url)).toMatchObject({ status: 200 });
    expect(receiver.connections()).toBe(1);
  });

  test("an idle connection that was closed in the meantime is replaced", async () => {
    let answers = 0;
    const receiver = await startReceiver((response) => {
      answers += 1;
      if (answers === 2) response.socket?.resetAndDestroy();
      else response.end();
    });
    await post(receiver.url);
    expect(await post(receiver.url)).toMatchObject({ status: 200 });
    expect(receiver.connections()).toBe(2);
  });

  test("a request on a reused connection is not repeated after a response that is not HTTP", async () => {
    let answers = 0;
    const receiver = await startReceiver((response) => {
      answers += 1;
      if (answers === 1) response.end();
      else response.socket?.end("so it is\r\n\r\n");
    });
    await post(receiver.url);
    expect(await post(receiver.url)).toMatchObject({ status: null, error: "The connection failed." });
    expect(receiver.received).toHaveLength(2);
  });

  test("a redirect is not followed", async () => {
    const receiver = await startReceiver((response) => response.writeHead(302, { location: "/other" }).end());
    expect(await post(receiver.url)).toMatchObject({ status: 302 });
    expect(receiver.received).toHaveLength(1);
  });

  test("a refused connection is retried", async () => {
    expect(await post("http://127.0.0.1:9/")).toEqual({
      status: null,
      error: "The connection was refused.",
      isFinal: false,
    });
  });
});

describe("as deployed", () => {
  const notAllowed = { status: null, error: "The address is not allowed.", isFinal: true };

  test.each(["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"])(
    "no connection to %s is opened",
    async (host) => {
      const silence = await startSilentServer();
      expect(await post(`https://${host}:${silence.port}/`)).toEqual(notAllowed);
      expect(silence.connections()).toBe(0);
    },
  );

  test("no request is sent to a URL that was stored while http was allowed", async () => {
    const receiver = await startReceiver();
    expect(await post(receiver.url)).toEqual(notAllowed);
    expect(receiver.connections()).toBe(0);
  });
});
