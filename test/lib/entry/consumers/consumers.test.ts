import type { DynamoDBRecord, SQSRecord } from "aws-lambda";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { batchConsumer, queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";
import { scheduledTask } from "#lib/entry/consumers/scheduled-task.ts";
import { streamConsumer } from "#lib/entry/consumers/stream-consumer.ts";
import { LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";

const spec = { id: "things.consume", summary: "Consumes", timeoutSeconds: 30, permissions: [] };
const queueSpec = {
  ...spec,
  source: { queue: "events", batchSize: 10, maxConcurrency: 5 },
  message: z.object({ name: z.string() }),
} as const;
const streamSpec = { ...spec, source: { stream: "table", filters: [], batchSize: 10 } } as const;
const scheduleSpec = { ...spec, source: { schedule: "rate(1 minute)" } } as const;

const message = (messageId: string, body: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: "handle",
  attributes: {
    ApproximateReceiveCount: "2",
    SentTimestamp: "0",
    SenderId: "sender",
    ApproximateFirstReceiveTimestamp: "0",
  },
  messageAttributes: {},
  md5OfBody: "",
  eventSource: "aws:sqs",
  eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:events",
  awsRegion: "us-east-1",
});

describe("a queue consumer", () => {
  test("runs all messages of a batch at the same time", async () => {
    const arrived: string[] = [];
    const both = Promise.withResolvers<void>();
    const handler = queueConsumer(queueSpec, async ({ name }) => {
      arrived.push(name);
      if (arrived.length === 2) both.resolve();
      await both.promise;
    });
    const Records = [message("1", '{"name":"a"}'), message("2", '{"name":"b"}')];
    expect(await handler({ Records }, LAMBDA_CONTEXT)).toEqual({ batchItemFailures: [] });
    expect(arrived).toEqual(["a", "b"]);
  });

  test("returns only the failed messages: those that threw, that are not JSON, and that don't match the schema", async () => {
    const lines = captureLines();
    const handler = queueConsumer(queueSpec, async ({ name }) => {
      if (name === "bad") throw new Error("bad luck for ann@example.com");
    });
    const Records = [
      message("1", '{"name":"good"}'),
      message("2", '{"name":"bad"}'),
      message("3", "{"),
      message("4", '{"name":7}'),
    ];
    const reply = await handler({ Records }, LAMBDA_CONTEXT);
    expect(reply.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(["2", "3", "4"]);
    const [batch, ...failures] = lines().toReversed();
    expect(failures).toHaveLength(3);
    for (const failure of failures)
      expect(failure).toMatchObject({ level: "error", event: "message failed", receives: 2 });
    expect(batch).toMatchObject({ event: "batch", consumer: spec.id, records: 4, failed: 3, roundTrips: 0 });
    expect(JSON.stringify(lines())).not.toContain("ann@example.com");
  });
});

describe("a consumer of batches", () => {
  const Records = ["a", "bad", "c"].map((name, at) => message(String(at), JSON.stringify({ name })));

  test("runs a batch together", async () => {
    const runs: string[][] = [];
    const handler = batchConsumer(queueSpec, async (messages) => runs.push(messages.map(({ name }) => name)));
    expect(await handler({ Records }, LAMBDA_CONTEXT)).toEqual({ batchItemFailures: [] });
    expect(runs).toEqual([["a", "bad", "c"]]);
  });

  test.each([
    ["that throws", '{"name":"bad"}'],
    ["that is not JSON", "{"],
  ])("splits a batch for one message %s", async (_, body) => {
    const lines = captureLines();
    const done: string[] = [];
    const handler = batchConsumer(queueSpec, async (messages) => {
      if (messages.some(({ name }) => name === "bad")) throw new Error("bad luck for ann@example.com");
      done.push(...messages.map(({ name }) => name));
    });
    const reply = await handler({ Records: Records.with(1, message("1", body)) }, LAMBDA_CONTEXT);
    expect(reply.batchItemFailures).toEqual([{ itemIdentifier: "1" }]);
    expect(done.toSorted()).toEqual(["a", "c"]);
    expect(lines()).toContainEqual(expect.objectContaining({ event: "batch split", records: 3 }));
    expect(JSON.stringify(lines())).not.toContain("ann@example.com");
  });
});

describe("a stream consumer", () => {
  const records = ["11", "12", "13"].map((SequenceNumber) => ({
    eventID: SequenceNumber,
    dynamodb: { SequenceNumber },
  }));
  const accepts = () => true;

  test("continues from the first record that failed in any part", async () => {
    const failing = (id: string) => ({
      accepts,
      run: async (batch: readonly DynamoDBRecord[]) => batch.filter(({ eventID }) => eventID === id),
    });
    const handler = streamConsumer(streamSpec, [failing("13"), failing("12")]);
    expect(await handler({ Records: records }, LAMBDA_CONTEXT)).toEqual({
      batchItemFailures: [{ itemIdentifier: "12" }],
    });
  });

  test("continues after the batch if none failed", async () => {
    const handler = streamConsumer(streamSpec, [{ accepts, run: async () => [] }]);
    expect(await handler({ Records: records }, LAMBDA_CONTEXT)).toEqual({ batchItemFailures: [] });
  });

  test("gives each part the records it accepts, and calls no part without any", async () => {
    const received: Record<string, unknown[]> = {};
    const part = (name: string, ids: readonly string[]) => ({
      accepts: ({ eventID = "" }: DynamoDBRecord) => ids.includes(eventID),
      run: async (batch: readonly DynamoDBRecord[]) => {
        received[name] = batch.map(({ eventID }) => eventID);
        return [];
      },
    });
    const handler = streamConsumer(streamSpec, [part("a", ["11", "13"]), part("b", ["12"]), part("c", [])]);
    await handler({ Records: records }, LAMBDA_CONTEXT);
    expect(received).toEqual({ a: ["11", "13"], b: ["12"] });
  });

  test("runs a part that throws for each record separately, so that the other records and parts succeed", async () => {
    const lines = captureLines();
    const done: unknown[] = [];
    const quick = {
      accepts: ({ eventID }: DynamoDBRecord) => eventID === "13",
      run: async ([record]: readonly DynamoDBRecord[]) => {
        done.push(record?.eventID);
        return [];
      },
    };
    const throwing = {
      accepts: ({ eventID }: DynamoDBRecord) => eventID !== "13",
      run: async (batch: readonly DynamoDBRecord[]) => {
        if (batch.some(({ eventID }) => eventID === "12")) throw new TypeError("no");
        done.push(...batch.map(({ eventID }) => eventID));
        return [];
      },
    };
    const handler = streamConsumer(streamSpec, [throwing, quick]);
    expect(await handler({ Records: records }, LAMBDA_CONTEXT)).toEqual({
      batchItemFailures: [{ itemIdentifier: "12" }],
    });
    expect(done.toSorted()).toEqual(["11", "13"]);
    expect(lines().filter(({ event }) => event === "record failed")).toEqual([
      expect.objectContaining({ level: "error", recordId: "12", error: "TypeError" }),
    ]);
  });
});

test("a scheduled task logs one line", async () => {
  const lines = captureLines();
  const handler = scheduledTask(scheduleSpec, async () => undefined);
  await handler({}, LAMBDA_CONTEXT);
  expect(lines()).toEqual([expect.objectContaining({ level: "info", event: "batch", consumer: spec.id })]);
});
