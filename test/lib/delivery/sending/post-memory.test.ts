import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startReceiver } from "#test/support/network/receiver.ts";

/** Sends requests in a separate process, and prints the memory that they used. */
const SCRIPT = `
  import { subscribe } from "node:diagnostics_channel";
  import { postWebhook } from "#lib/delivery/sending/post.ts";
  process.env.ALLOW_INSECURE_WEBHOOKS = "1";
  let socket;
  subscribe("net.client.socket", (made) => { socket = made.socket; });
  const post = (path) => postWebhook({ url: process.argv[1] + path, headers: {}, body: "{}" });
  await post("?status=200&bytes=10");
  const before = process.resourceUsage().maxRSS;
  const answer = await post(process.argv[2]);
  const grownBy = (process.resourceUsage().maxRSS - before) * 1024;
  console.log(JSON.stringify({ ...answer, excerpt: answer.excerpt?.length, read: socket.bytesRead, grownBy }));
  process.exit();
`;

const GIGABYTE = 1_000_000_000;
const MEGABYTE = 1_000_000;

/** Starts a subscriber whose responses have the requested number of bytes. */
const startLargeResponder = () =>
  startReceiver((response, { path = "" }) => {
    const query = new URL(path, "http://localhost").searchParams;
    let bytesLeft = Number(query.get("bytes"));
    response.writeHead(Number(query.get("status")));
    const more = (): void => {
      if (response.destroyed) return;
      if (bytesLeft <= 0) return void response.end();
      const chunk = Buffer.alloc(Math.min(bytesLeft, 65_536), "x");
      bytesLeft -= chunk.length;
      response.write(chunk, () => setImmediate(more));
    };
    more();
  });

test.each([200, 500])("a response %i of 1 GB is neither read nor held in memory", async (status) => {
  const receiver = await startLargeResponder();
  const query = `?status=${status}&bytes=${GIGABYTE}`;
  const node = ["--input-type=module", "--eval", SCRIPT, receiver.url, query];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  const usage = JSON.parse(stdout);
  expect(usage).toMatchObject({ status, ...(status === 500 && { excerpt: 1_024 }) });
  expect(usage.read).toBeLessThan(MEGABYTE / 4);
  expect(usage.grownBy).toBeLessThan(20 * MEGABYTE);
});

test("endless headers are not read", async () => {
  const receiver = await startReceiver((response) => {
    const more = (): void => {
      if (!response.socket?.destroyed)
        response.socket?.write(`x-more: ${"x".repeat(60_000)}\r\n`, () => setImmediate(more));
    };
    response.socket?.write("HTTP/1.1 200 OK\r\n", more);
  });
  const node = [
    "--input-type=module",
    "--eval",
    SCRIPT.replace(/ {2}await post\("\?.*/, ""),
    receiver.url,
    "",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  const usage = JSON.parse(stdout);
  expect(usage).toMatchObject({ status: null, error: "The connection failed.", isFinal: false });
  expect(usage.read).toBeLessThan(MEGABYTE / 4);
});
