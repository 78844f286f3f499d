import type { QueueEngine } from "#local-cloud/aws/types.ts";
import type { StreamSource } from "#local-cloud/template/event-sources.ts";
import { parseBatchResult } from "./batch-result.ts";
import type { InvokeConsumer } from "./queue-poller.ts";
import { buildFailureMessage, type UndeliveredRecords } from "./stream-failure.ts";
import type { StreamRecord } from "./stream-reader.ts";

/** Consecutive records of one shard, and how often exactly this batch failed. */
interface Batch {
  records: readonly StreamRecord[];
  attempts: number;
}

/** The consumer of a shard, and the services that its delivery uses. */
export interface Delivery {
  source: StreamSource;
  shard: string;
  streamArn: string;
  invoke: InvokeConsumer;
  queues: QueueEngine;
  /** Called, in order, when records were delivered or sent to the failure queue. */
  checkpoint(sequenceNumber: string): void;
  /** Waits before a retry; rejects when the cloud stops. */
  pause(attempts: number): Promise<void>;
}

/**
 * Delivers consecutive records in order. A failed batch is retried and bisected as the mapping is configured, and then
 * sent to the failure queue, so a poison record blocks its shard only until its maximum attempts or age.
 */
export async function deliverRecords(delivery: Delivery, records: readonly StreamRecord[]): Promise<void> {
  const { source } = delivery;
  const batches: Batch[] = [];
  for (let start = 0; start < records.length; start += source.batchSize) {
    batches.push({ records: records.slice(start, start + source.batchSize), attempts: 0 });
  }
  for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
    const remaining = await attempt(delivery, batch);
    if (remaining.some(({ attempts }) => attempts > 0)) await delivery.pause(batch.attempts + 1);
    batches.unshift(...remaining);
  }
}

/** Calls the function once and returns the batches that remain to be delivered. */
async function attempt(delivery: Delivery, batch: Batch): Promise<Batch[]> {
  const { source, invoke } = delivery;
  const records = batch.records.filter((record) => !isTooOld(record, source.maximumRecordAgeSeconds));
  const tooOld = batch.records.slice(0, batch.records.length - records.length);
  if (tooOld.length > 0)
    giveUp(delivery, { records: tooOld, attempts: batch.attempts, condition: "RecordAgeExceeded" });
  if (records.length === 0) return [];
  const outcome = await invoke(source.functionName, JSON.stringify({ Records: records }));
  const identifiers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const { failed } = parseBatchResult(outcome, source.reportsItemFailures, identifiers);
  const firstFailed = failed === "all" ? 0 : identifiers.findIndex((identifier) => failed.has(identifier));
  const deliveredCount = firstFailed < 0 ? records.length : firstFailed;
  if (deliveredCount > 0) delivery.checkpoint(identifiers[deliveredCount - 1] ?? "");
  if (deliveredCount === records.length) return [];
  const madeProgress = deliveredCount > 0;
  const rest = { records: records.slice(deliveredCount), attempts: madeProgress ? 0 : batch.attempts };
  return planRetry(delivery, rest, source.bisects && !madeProgress);
}

/** Splits a batch whose first record failed, without counting the attempt; or repeats it; or gives it up. */
function planRetry(delivery: Delivery, { records, attempts }: Batch, bisects: boolean): Batch[] {
  const { maximumRetryAttempts } = delivery.source;
  if (bisects && records.length > 1) {
    const middle = Math.ceil(records.length / 2);
    return [
      { records: records.slice(0, middle), attempts },
      { records: records.slice(middle), attempts: 0 },
    ];
  }
  const failedAttempts = attempts + 1;
  if (maximumRetryAttempts < 0 || failedAttempts <= maximumRetryAttempts) {
    return [{ records, attempts: failedAttempts }];
  }
  giveUp(delivery, { records, attempts: failedAttempts, condition: "RetryAttemptsExhausted" });
  return [];
}

/** Sends a message about the records to the failure queue, and only then continues after them. */
function giveUp(delivery: Delivery, undelivered: UndeliveredRecords): void {
  const { source, queues, streamArn, shard, checkpoint } = delivery;
  const message = buildFailureMessage({ functionName: source.functionName, streamArn, shard }, undelivered);
  if (source.failureQueue !== undefined) queues.send(source.failureQueue, { body: JSON.stringify(message) });
  checkpoint(undelivered.records.at(-1)?.dynamodb.SequenceNumber ?? "");
}

const isTooOld = ({ dynamodb }: StreamRecord, maximumAgeSeconds: number): boolean =>
  maximumAgeSeconds >= 0 && Date.now() / 1000 - dynamodb.ApproximateCreationDateTime > maximumAgeSeconds;
