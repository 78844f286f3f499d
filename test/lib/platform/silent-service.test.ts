import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { encryptText } from "#lib/platform/kms.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import { entity } from "#lib/table/entity.ts";
import { getItem } from "#lib/table/read.ts";

/** Milliseconds within which every client gives up a call. */
const LONGEST_WAIT = 5_000;
const Thing = entity({ name: "thing", key: { pk: "X#{id}", sk: "#" }, schema: z.object({ id: z.int() }) });

let server: Server;
let unanswered: PromiseWithResolvers<void>;
let answer: string;

/** A service that says nothing to the first call and answers the second. */
beforeEach(async () => {
  let calls = 0;
  unanswered = Promise.withResolvers();
  server = createServer((_, response) => {
    calls += 1;
    if (calls === 1) unanswered.resolve();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  vi.stubEnv("AWS_ENDPOINT_URL", url);
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

/** Makes a call and lets the time pass that it may wait for its answer. */
async function made<T>(call: () => Promise<T>): Promise<T> {
  const calling = call();
  await unanswered.promise;
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT);
  return calling;
}

it("gives up a call that the table leaves without an answer, and makes it again", async () => {
  answer = "{}";
  expect(await made(() => getItem(Thing, { id: 1 }))).toBeUndefined();
});

it("gives up a call that a queue leaves without an answer, and makes it again", async () => {
  answer = JSON.stringify({ Failed: [{ Id: "0" }] });
  expect(await made(() => sendMessages("events", [{ body: {}, group: "1" }]))).toEqual(new Set([0]));
});

it("gives up a call that the key leaves without an answer, and makes it again", async () => {
  answer = JSON.stringify({ CiphertextBlob: "AQ==" });
  expect(await made(() => encryptText("x", {}))).toBe("AQ==");
});
