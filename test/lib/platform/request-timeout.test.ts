import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { encryptText } from "#lib/platform/kms.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import { readSecretText } from "#lib/platform/secret-text.ts";
import { entity } from "#lib/table/entity.ts";
import { getItem } from "#lib/table/read.ts";

// Earlier files of this worker may have replaced parts of the client of the table.
vi.hoisted(() => vi.resetModules());

/** Milliseconds within which the calls of every client time out. */
const LONGEST_WAIT = 5_000;
/** Milliseconds until Lambda ends the authorizer, which has the shortest timeout. */
const AUTHORIZER_TIMEOUT = 10_000;
const Thing = entity({ name: "thing", key: { pk: "X#{id}", sk: "#" }, schema: z.object({ id: z.int() }) });

let server: Server;
let firstReceived: PromiseWithResolvers<void>;
let secondResponse: string | undefined;

/** A service that does not respond to the first call, but to the second one. */
beforeEach(async () => {
  let calls = 0;
  firstReceived = Promise.withResolvers();
  server = createServer((_, response) => {
    calls += 1;
    if (calls === 1) firstReceived.resolve();
    else if (secondResponse !== undefined) response.end(secondResponse);
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
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

/** Makes a call, and advances the time until its first attempt times out. */
async function callWithTimeout<T>(call: () => Promise<T>): Promise<T> {
  const calling = call();
  await firstReceived.promise;
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT);
  return calling;
}

it("a call of the table without a response times out and is sent again", async () => {
  secondResponse = "{}";
  expect(await callWithTimeout(() => getItem(Thing, { id: 1 }))).toBeUndefined();
});

it("a call of a queue without a response times out and is sent again", async () => {
  secondResponse = JSON.stringify({ Failed: [{ Id: "0" }] });
  expect(await callWithTimeout(() => sendMessages("events", [{ body: {}, group: "1" }]))).toEqual(
    new Set([0]),
  );
});

it("a call of KMS without a response times out and is sent again", async () => {
  secondResponse = JSON.stringify({ CiphertextBlob: "AQ==" });
  expect(await callWithTimeout(() => encryptText("x", {}))).toBe("AQ==");
});

it.each([
  ["the table", () => getItem(Thing, { id: 1 })],
  ["a queue", () => sendMessages("events", [{ body: {}, group: "1" }])],
  ["KMS", () => encryptText("x", {})],
  ["Secrets Manager", () => readSecretText("arn")],
])("a call of %s that never gets a response fails before a function times out", async (_, call) => {
  const error = call().catch((thrown: unknown) => thrown);
  await firstReceived.promise;
  await vi.advanceTimersByTimeAsync(AUTHORIZER_TIMEOUT - 500);
  expect(await Promise.race([error, "still running"])).toMatchObject({ name: "TimeoutError" });
});
