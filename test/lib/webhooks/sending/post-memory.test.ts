import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startReceiver } from "#test/support/network/receiver.ts";

/** Sends in a process of its own, so that nothing else takes memory, and prints what it took. */
const SCRIPT = `
  import { subscribe } from "node:diagnostics_channel";
  import { postWebhook } from "#lib/webhooks/sending/post.ts";
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

/** Starts a subscriber that answers with as many bytes as it is asked for. */
const startGenerous = () =>
  startReceiver((response, { path = "" }) => {
    const query = new URL(path, "http://localhost").searchParams;
    let left = Number(query.get("bytes"));
    response.writeHead(Number(query.get("status")));
    const more = (): void => {
      if (response.destroyed) return;
      if (left <= 0) return void response.end();
      const chunk = Buffer.alloc(Math.min(left, 65_536), "x");
      left -= chunk.length;
      response.write(chunk, () => setImmediate(more));
    };
    more();
  });

test.each([200, 500])("a response %i of 1 GB is neither read nor kept in memory", async (status) => {
  const receiver = await startGenerous();
  const query = `?status=${status}&bytes=${GIGABYTE}`;
  const node = ["--input-type=module", "--eval", SCRIPT, receiver.url, query];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  const took = JSON.parse(stdout);
  expect(took).toMatchObject({ status, ...(status === 500 && { excerpt: 1_024 }) });
  expect(took.read).toBeLessThan(MEGABYTE / 4);
  expect(took.grownBy).toBeLessThan(20 * MEGABYTE);
});

test("headers without end are not read", async () => {
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
  const took = JSON.parse(stdout);
  expect(took).toMatchObject({ status: null, error: "The connection failed.", isFinal: false });
  expect(took.read).toBeLessThan(MEGABYTE / 4);
});
