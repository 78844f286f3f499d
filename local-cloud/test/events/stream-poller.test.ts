import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { QueueEngine } from "#local-cloud/aws/types.ts";
import { pollStream, type StreamPoller } from "#local-cloud/events/stream-poller.ts";
import type { StreamReader } from "#local-cloud/events/stream-reader.ts";
import type { StreamSource } from "#local-cloud/template/event-sources.ts";

const SOURCE: StreamSource = {
  kind: "stream",
  name: "mapping",
  functionName: "reader",
  table: "table",
  batchSize: 100,
  filters: [],
  reportsItemFailures: false,
  bisects: false,
  maximumRetryAttempts: -1,
  maximumRecordAgeSeconds: -1,
  failureQueue: undefined,
};

let records: {
  eventName: string;
  dynamodb: { SequenceNumber: string; ApproximateCreationDateTime: number };
}[];
let batches: string[][];
let poller: StreamPoller;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  records = [];
  batches = [];
  const reader: Pick<StreamReader, "arn" | "shards" | "read"> = {
    arn: "arn:aws:dynamodb:us-east-1:000000000000:table/table/stream/local",
    shards: async () => [{ id: "shard", parent: undefined }],
    read: async (_shard, after = "0") => ({
      records: records.filter(({ dynamodb }) => Number(dynamodb.SequenceNumber) > Number(after)),
      ended: false,
    }),
  };
  poller = pollStream({
    reader: reader as StreamReader,
    sources: [SOURCE],
    queues: {} as QueueEngine,
    checkpoints: { get: () => undefined, set: () => {}, close: () => {} },
    invoke: async (_name, event) => {
      const { Records }: { Records: typeof records } = JSON.parse(event);
      batches.push(Records.map(({ dynamodb }) => dynamodb.SequenceNumber));
      return { kind: "succeeded", payload: "null" };
    },
  });
  await settle();
});

afterEach(async () => {
  await poller.stop();
  vi.useRealTimers();
});

it("delivers a change after a pause immediately, and the following changes in one batch", async () => {
  await addRecord();
  expect(batches).toEqual([["1"]]);
  await addRecord();
  await addRecord();
  expect(batches).toEqual([["1"]]);
  await vi.advanceTimersByTimeAsync(100);
  await settle();
  expect(batches).toEqual([["1"], ["2", "3"]]);
});

it("stops immediately while it waits for the next poll", async () => {
  await addRecord();
  // The clock does not advance, so a poller that waits for a timer would never stop.
  await expect(poller.stop()).resolves.toBe(undefined);
});

async function addRecord(): Promise<void> {
  const SequenceNumber = String(records.length + 1);
  records.push({ eventName: "INSERT", dynamodb: { SequenceNumber, ApproximateCreationDateTime: 0 } });
  poller.wake();
  await settle();
}

/** Runs everything that does not wait for a timer. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await turn();
}
