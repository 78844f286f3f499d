import type { QueueEngine } from "#infra/local/aws/types.ts";
import type { StreamSource } from "#infra/local/template/event-sources.ts";
import { batchResult } from "./batch-result.ts";
import type { InvokeConsumer } from "./queue-poller.ts";
import { failureMessage, type GivenUp } from "./stream-failure.ts";
import type { StreamRecord } from "./stream-reader.ts";

/** Consecutive records of one shard under delivery, and how often they failed in this cut. */
interface Batch {
  records: readonly StreamRecord[];
  attempts: number;
}

/** What a delivery works with. */
export interface Delivery {
  source: StreamSource;
  shard: string;
  streamArn: string;
  invoke: InvokeConsumer;
  queues: QueueEngine;
  /** Called as records are done, in order: delivered, or given up to the failure queue. */
  checkpoint(sequenceNumber: string): void;
  /** Waits before another try; rejects when the cloud stops. */
  pause(attempts: number): Promise<void>;
}

/**
 * Delivers consecutive records until each is done, in order: retried as the mapping says, bisected, and in the end
 * given up. So a poison record holds up its shard no longer than its attempts or its age allow.
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

/** One call of the function; answers what is still to be delivered. */
async function attempt(delivery: Delivery, batch: Batch): Promise<Batch[]> {
  const { source, invoke } = delivery;
  const young = batch.records.filter((record) => !isTooOld(record, source.maximumRecordAgeSeconds));
  const old = batch.records.slice(0, batch.records.length - young.length);
  if (old.length > 0)
    giveUp(delivery, { records: old, attempts: batch.attempts, condition: "RecordAgeExceeded" });
  if (young.length === 0) return [];
  const outcome = await invoke(source.functionName, JSON.stringify({ Records: young }));
  const identifiers = young.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const { failed } = batchResult(outcome, source.reportsItemFailures, identifiers);
  const firstFailed = failed === "all" ? 0 : identifiers.findIndex((identifier) => failed.has(identifier));
  const done = firstFailed < 0 ? young.length : firstFailed;
  if (done > 0) delivery.checkpoint(identifiers[done - 1] ?? "");
  if (done === young.length) return [];
  const madeProgress = done > 0;
  const rest = { records: young.slice(done), attempts: madeProgress ? 0 : batch.attempts };
  return retried(delivery, rest, source.bisects && !madeProgress);
}

/** How a batch whose first record failed goes on: split in two without counting, or repeated, or not at all. */
function retried(delivery: Delivery, { records, attempts }: Batch, bisects: boolean): Batch[] {
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

/** Records leave the stream only once the failure queue has them. */
function giveUp({ source, queues, streamArn, shard, checkpoint }: Delivery, given: GivenUp): void {
  const message = failureMessage({ functionName: source.functionName, streamArn, shard }, given);
  if (source.failureQueue !== undefined) queues.send(source.failureQueue, { body: JSON.stringify(message) });
  checkpoint(given.records.at(-1)?.dynamodb.SequenceNumber ?? "");
}

const isTooOld = ({ dynamodb }: StreamRecord, maximumAgeSeconds: number): boolean =>
  maximumAgeSeconds >= 0 && Date.now() / 1000 - dynamodb.ApproximateCreationDateTime > maximumAgeSeconds;
