import { describe, expect, it } from "vitest";
import type { QueueEngine } from "#local-cloud/aws/types.ts";
import { deliverRecords } from "#local-cloud/events/stream-delivery.ts";
import type { StreamRecord } from "#local-cloud/events/stream-reader.ts";
import type { Outcome } from "#local-cloud/lambda/instance.ts";
import type { StreamSource } from "#local-cloud/template/event-sources.ts";

const fault: Outcome = { kind: "failed", errorType: "Error", errorMessage: "boom" };
const success: Outcome = { kind: "succeeded", payload: "null" };
const partialFailure = (...identifiers: string[]): Outcome => ({
  kind: "succeeded",
  payload: JSON.stringify({ batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })) }),
});

const createRecord = (name: string, ageSeconds = 0): StreamRecord => ({
  eventName: "INSERT",
  dynamodb: { SequenceNumber: name, ApproximateCreationDateTime: Date.now() / 1000 - ageSeconds },
});

/** Delivers records to a function whose outcome depends on the batch, and returns its calls and their effects. */
async function deliver(
  records: StreamRecord[],
  outcomeOf: (names: string) => Outcome,
  settings: Partial<StreamSource> = {},
) {
  const effects = { calls: [] as string[], checkpoints: [] as string[], failures: [] as object[] };
  const queues: Pick<QueueEngine, "send"> = {
    send: (_queue, { body }) => {
      effects.failures.push(JSON.parse(body));
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
        effects.calls.push(names);
        return outcomeOf(names);
      },
      checkpoint: (name) => effects.checkpoints.push(name),
      pause: async () => {},
    },
    records,
  );
  return effects;
}

const abcd = ["a", "b", "c", "d"].map((name) => createRecord(name));
const failOn = (poison: string) => (names: string) => (names.includes(poison) ? fault : success);

describe("delivering records of a stream", () => {
  it("saves a checkpoint after each successful batch", async () => {
    const { calls, checkpoints } = await deliver(abcd, () => success, { batchSize: 3 });
    expect({ calls, checkpoints }).toEqual({ calls: ["abc", "d"], checkpoints: ["c", "d"] });
  });

  it("retries a batch as often as configured, then sends it to the failure queue", async () => {
    const { calls, checkpoints, failures } = await deliver(abcd, failOn("a"));
    expect(calls).toEqual(["abcd", "abcd", "abcd"]);
    expect(checkpoints).toEqual(["d"]);
    expect(failures).toMatchObject([
      {
        requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: 3 },
        DDBStreamBatchInfo: { startSequenceNumber: "a", endSequenceNumber: "d", batchSize: 4 },
      },
    ]);
  });

  it("bisects a failing batch until the poison record is alone", async () => {
    const { calls, failures } = await deliver(abcd, failOn("c"), {
      bisects: true,
      maximumRetryAttempts: 0,
    });
    expect(calls).toEqual(["abcd", "ab", "cd", "c", "d"]);
    expect(failures).toMatchObject([
      { DDBStreamBatchInfo: { startSequenceNumber: "c", endSequenceNumber: "c" } },
    ]);
  });

  it("continues at the first reported record, and doesn't repeat the ones before it", async () => {
    let times = 0;
    const { calls, checkpoints } = await deliver(abcd, () =>
      times++ === 0 ? partialFailure("d", "c") : success,
    );
    expect({ calls, checkpoints }).toEqual({ calls: ["abcd", "cd"], checkpoints: ["b", "d"] });
  });

  it("repeats the whole batch if an unknown record is reported", async () => {
    let times = 0;
    const { calls } = await deliver(abcd, () => (times++ === 0 ? partialFailure("z") : success));
    expect(calls).toEqual(["abcd", "abcd"]);
  });

  it("gives up records that are too old without calling the function", async () => {
    const records = [createRecord("a", 100), createRecord("b")];
    const { calls, checkpoints, failures } = await deliver(records, () => success, {
      maximumRecordAgeSeconds: 60,
    });
    expect({ calls, checkpoints }).toEqual({ calls: ["b"], checkpoints: ["a", "b"] });
    expect(failures).toMatchObject([{ requestContext: { condition: "RecordAgeExceeded" } }]);
  });
});
