import { describe, expect, it } from "vitest";
import type { QueueEngine } from "#infra/local/aws/types.ts";
import { deliverRecords } from "#infra/local/events/stream-delivery.ts";
import type { StreamRecord } from "#infra/local/events/stream-reader.ts";
import type { Outcome } from "#infra/local/lambda/instance.ts";
import type { StreamSource } from "#infra/local/template/event-sources.ts";

const fault: Outcome = { kind: "failed", errorType: "Error", errorMessage: "boom" };
const success: Outcome = { kind: "answered", payload: "null" };
const failing = (...identifiers: string[]): Outcome => ({
  kind: "answered",
  payload: JSON.stringify({ batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })) }),
});

const recordNamed = (name: string, ageSeconds = 0): StreamRecord => ({
  eventName: "INSERT",
  dynamodb: { SequenceNumber: name, ApproximateCreationDateTime: Date.now() / 1000 - ageSeconds },
});

/** Delivers records to a function that answers by what is in the batch, and tells all that happened. */
async function deliver(
  records: StreamRecord[],
  answer: (names: string) => Outcome,
  settings: Partial<StreamSource> = {},
) {
  const seen = { calls: [] as string[], checkpoints: [] as string[], failures: [] as object[] };
  const queues: Pick<QueueEngine, "send"> = {
    send: (_queue, { body }) => {
      seen.failures.push(JSON.parse(body));
      return { messageId: "", md5OfBody: "" };
    },
  };
  const source: StreamSource = {
    kind: "stream",
    name: "Mapping",
    functionName: "Reader",
    table: "Table",
    batchSize: 4,
    filters: [],
    reportsItemFailures: true,
    bisects: false,
    maximumRetryAttempts: 2,
    maximumRecordAgeSeconds: -1,
    failureQueue: "Failures",
    ...settings,
  };
  await deliverRecords(
    {
      source,
      shard: "shard",
      streamArn: "arn:stream",
      queues: queues as QueueEngine,
      invoke: async (_name, event) => {
        const batch: { Records: StreamRecord[] } = JSON.parse(event);
        const names = batch.Records.map(({ dynamodb }) => dynamodb.SequenceNumber).join("");
        seen.calls.push(names);
        return answer(names);
      },
      checkpoint: (name) => seen.checkpoints.push(name),
      pause: async () => {},
    },
    records,
  );
  return seen;
}

const abcd = ["a", "b", "c", "d"].map((name) => recordNamed(name));
const breaksOn = (poison: string) => (names: string) => (names.includes(poison) ? fault : success);

describe("delivering records of a stream", () => {
  it("checkpoints each batch after its function succeeded", async () => {
    const { calls, checkpoints } = await deliver(abcd, () => success, { batchSize: 3 });
    expect({ calls, checkpoints }).toEqual({ calls: ["abc", "d"], checkpoints: ["c", "d"] });
  });

  it("tries a batch again as often as the mapping says, then gives it to the failure queue", async () => {
    const { calls, checkpoints, failures } = await deliver(abcd, breaksOn("a"));
    expect(calls).toEqual(["abcd", "abcd", "abcd"]);
    expect(checkpoints).toEqual(["d"]);
    expect(failures).toMatchObject([
      {
        requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: 3 },
        DDBStreamBatchInfo: { startSequenceNumber: "a", endSequenceNumber: "d", batchSize: 4 },
      },
    ]);
  });

  it("cuts a failing batch in two until the poison record is alone", async () => {
    const { calls, failures } = await deliver(abcd, breaksOn("c"), {
      bisects: true,
      maximumRetryAttempts: 0,
    });
    expect(calls).toEqual(["abcd", "ab", "cd", "c", "d"]);
    expect(failures).toMatchObject([
      { DDBStreamBatchInfo: { startSequenceNumber: "c", endSequenceNumber: "c" } },
    ]);
  });

  it("goes on at the first record that is reported, and keeps what came before", async () => {
    let times = 0;
    const { calls, checkpoints } = await deliver(abcd, () => (times++ === 0 ? failing("d", "c") : success));
    expect({ calls, checkpoints }).toEqual({ calls: ["abcd", "cd"], checkpoints: ["b", "d"] });
  });

  it("tries the whole batch again when a record is reported that was not in it", async () => {
    let times = 0;
    const { calls } = await deliver(abcd, () => (times++ === 0 ? failing("z") : success));
    expect(calls).toEqual(["abcd", "abcd"]);
  });

  it("gives up records that are too old without calling the function", async () => {
    const records = [recordNamed("a", 100), recordNamed("b")];
    const { calls, checkpoints, failures } = await deliver(records, () => success, {
      maximumRecordAgeSeconds: 60,
    });
    expect({ calls, checkpoints }).toEqual({ calls: ["b"], checkpoints: ["a", "b"] });
    expect(failures).toMatchObject([{ requestContext: { condition: "RecordAgeExceeded" } }]);
  });
});
