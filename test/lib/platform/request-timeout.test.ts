import { createServer, type Server } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { encryptText } from "#lib/platform/kms.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import { readSecretText } from "#lib/platform/secret-text.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";

/** The timeouts of connections are this much shorter in these tests. */
const SPEED = 100;
/** Milliseconds until Lambda ends the authorizer, which has the shortest timeout. */
const AUTHORIZER_TIMEOUT = 10_000;
const Thing = entity({ name: "thing", key: { pk: "X#{id}", sk: "#" }, schema: z.object({ id: z.int() }) });

let server: Server;
let attempts: number;
/** The longest timeout of a connection, in milliseconds. */
let longestTimeout: number;
let secondResponse: string | undefined;

/** A service that does not respond to the first call, but to the second one. */
beforeEach(async () => {
  [attempts, longestTimeout] = [0, 0];
  server = createServer((_, response) => {
    attempts += 1;
    if (attempts > 1 && secondResponse !== undefined) response.end(secondResponse);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  secondResponse = undefined;
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  vi.stubEnv("AWS_ENDPOINT_URL", url);
  changeService();
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.stubEnv("TABLE_NAME", "table");
  vi.stubEnv("EVENTS_QUEUE_URL", `${url}/000000000000/events`);
  vi.stubEnv("SECRETS_KEY_ID", "key");
  const { setTimeout } = Socket.prototype;
  vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (this: Socket, timeout, callback) {
    // Other files of this worker may have left connections of their own.
    if (this.remotePort !== port) return setTimeout.call(this, timeout, callback);
    longestTimeout = Math.max(longestTimeout, timeout);
    return setTimeout.call(this, timeout / SPEED, callback);
  });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it("a call of the table without a response times out and is sent again", async () => {
  secondResponse = "{}";
  expect(await findItem(Thing, { id: 1 })).toBeUndefined();
});

it("a call of a queue without a response times out and is sent again", async () => {
  secondResponse = JSON.stringify({ Failed: [{ Id: "0" }] });
  expect(await sendMessages("events", [{ body: {}, group: "1" }])).toEqual(new Set([0]));
});

it("a call of KMS without a response times out and is sent again", async () => {
  secondResponse = JSON.stringify({ CiphertextBlob: "AQ==" });
  expect(await encryptText("x", {})).toBe("AQ==");
});

it.each([
  ["the table", () => findItem(Thing, { id: 1 })],
  ["a queue", () => sendMessages("events", [{ body: {}, group: "1" }])],
  ["KMS", () => encryptText("x", {})],
  ["Secrets Manager", () => readSecretText("arn")],
])("a call of %s that never gets a response fails before a function times out", async (_, call) => {
  const startedAt = performance.now();
  await expect(call()).rejects.toMatchObject({ name: "TimeoutError" });
  const pauses = performance.now() - startedAt;
  expect(attempts).toBe(3);
  expect(attempts * longestTimeout + pauses).toBeLessThan(AUTHORIZER_TIMEOUT - 200);
});
