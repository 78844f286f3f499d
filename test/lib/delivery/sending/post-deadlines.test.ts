import type { Socket } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { postWebhook } from "#lib/delivery/sending/post.ts";
import { getHostResolver } from "#lib/platform/outbound/connections.ts";
import { startDnsServer } from "#test/support/network/dns-server.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { startSilentServer } from "#test/support/network/silent-server.ts";

const post = (url: string) => postWebhook({ url, headers: {}, body: "{}" });
const NO_RESPONSE = { status: null, error: "No response was received within 15 s.", isFinal: false };
const NO_CONNECTION = { status: null, error: "No connection was established within 5 s.", isFinal: false };

/** Waits for some turns of the event loop, so that sockets of this machine are read. */
async function eventLoopTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Advances the clock second by second, calling `everySecond` in each, until the attempt ends. Returns the seconds. */
async function secondsUntilEnd(
  attempt: Promise<unknown>,
  everySecond: () => void = () => {},
): Promise<number> {
  let ended = false;
  void attempt.finally(() => {
    ended = true;
  });
  let seconds = 0;
  for (await eventLoopTurns(20); !ended && seconds < 60; await eventLoopTurns(5)) {
    everySecond();
    await eventLoopTurns(5);
    vi.advanceTimersByTime(1_000);
    seconds += 1;
  }
  return seconds;
}

/** A subscriber that accepts connections and sends only the text that is passed to `say`. */
async function startTrickle(): Promise<{ url: string; say(text: string): void }> {
  let open: Socket | undefined;
  const { port } = await startSilentServer((socket) => {
    open = socket.resume();
  });
  return { url: `http://127.0.0.1:${port}/`, say: (text) => void open?.write(text) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

describe("with private addresses allowed", () => {
  beforeEach(() => {
    vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
  });

  test("a subscriber that accepts the connection but never responds fails after 15 s", async () => {
    const { url } = await startTrickle();
    const attempt = post(url);
    expect(await secondsUntilEnd(attempt)).toBe(15);
    expect(await attempt).toEqual(NO_RESPONSE);
  });

  test("headers that arrive byte by byte don't extend the time limit", async () => {
    const { url, say } = await startTrickle();
    const attempt = post(url);
    const bytes = "HTTP/1.1 200 OK\r\nx-slow: and slower\r\n"[Symbol.iterator]();
    expect(await secondsUntilEnd(attempt, () => say(bytes.next().value ?? "x"))).toBe(15);
    expect(await attempt).toEqual(NO_RESPONSE);
  });

  test("endless interim responses don't extend the time limit", async () => {
    const { url, say } = await startTrickle();
    const attempt = post(url);
    expect(await secondsUntilEnd(attempt, () => say("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)))).toBe(15);
    expect(await attempt).toEqual(NO_RESPONSE);
  });

  test.each([200, 500])(
    "a body that arrives byte by byte is cut off after 15 s, and its status %i is used",
    async (status) => {
      const receiver = await startReceiver((response) => {
        response.writeHead(status).write("a beginning");
        ticking = () => response.write(".");
      });
      let ticking = () => {};
      const attempt = post(receiver.url);
      expect(await secondsUntilEnd(attempt, () => ticking())).toBe(15);
      const excerpt = status === 200 ? null : "a beginning...............";
      expect(await attempt).toEqual({ status, retryAfterSeconds: undefined, excerpt });
    },
  );

  test("a TLS handshake that does not end fails after 5 s, even if bytes arrive", async () => {
    const { url, say } = await startTrickle();
    const attempt = post(url.replace("http", "https"));
    // An incomplete record of a handshake.
    const bytes = "\x16\x03\x03\x3f\x7f"[Symbol.iterator]();
    expect(await secondsUntilEnd(attempt, () => say(bytes.next().value ?? "x"))).toBe(5);
    expect(await attempt).toEqual(NO_CONNECTION);
  });
});

test("the DNS lookup is part of the time to connect", async () => {
  const { address, asked } = await startDnsServer(() => "silence");
  getHostResolver().setServers([address]);
  const attempt = post("https://hook.example.com/");
  while (asked.length === 0) await eventLoopTurns(1);
  expect(await secondsUntilEnd(attempt)).toBe(5);
  expect(await attempt).toEqual(NO_CONNECTION);
});

test("a repetition after a closed idle connection has the rest of the 15 s, not another 15 s", async () => {
  vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let cut = () => {};
  const receiver = await startReceiver((response) => {
    if (receiver.received.length === 1) response.end();
    if (receiver.received.length === 2) cut = () => response.socket?.resetAndDestroy();
  });
  await post(receiver.url);
  const attempt = post(receiver.url);
  let seconds = 0;
  expect(await secondsUntilEnd(attempt, () => ++seconds === 8 && cut())).toBe(15);
  expect(await attempt).toEqual(NO_RESPONSE);
  expect(receiver.received).toHaveLength(3);
});
