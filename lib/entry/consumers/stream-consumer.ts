import middy from "@middy/core";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { ConsumerSpec, StreamSource } from "#lib/entry/http/spec.ts";
import { log } from "#lib/platform/log.ts";
import { errorFields, logBatch } from "./log-batch.ts";

/** One use of the stream's records. */
interface StreamPart {
  accepts(record: DynamoDBRecord): boolean;
  /** Processes the accepted records of a batch and returns those that failed. It must be repeatable. */
  run(records: readonly DynamoDBRecord[]): Promise<readonly DynamoDBRecord[]>;
}

/**
 * Creates the Lambda handler of the table's stream. Each part processes the records that it accepts. If a part throws, it runs again for
 * each of its records separately, so that one record fails neither other records nor other parts. The stream continues from the first
 * record that failed in any part. A record that always fails moves to the dead-letter queue after some minutes.
 *
 * @example
 * export const handler = streamConsumer(
 *   {
 *     id: "stream.dispatch",
 *     summary: "Publishes events",
 *     source: { stream: "table", filters: [{ eventName: ["INSERT"] }], batchSize: 100 },
 *     timeoutSeconds: 60,
 *     permissions: ["events:SendMessage"],
 *   },
 *   [{ accepts: isEventRecord, run: publishRecords }],
 * );
 */
export function streamConsumer(spec: ConsumerSpec<StreamSource>, parts: readonly StreamPart[]) {
  const consumer = spec.id;
  async function runForRecord(
    { run }: StreamPart,
    record: DynamoDBRecord,
  ): Promise<readonly DynamoDBRecord[]> {
    try {
      return await run([record]);
    } catch (error) {
      log("error", "record failed", {
        consumer,
        recordId: record.eventID ?? "unknown",
        ...errorFields(error),
      });
      return [record];
    }
  }
  async function runPart(part: StreamPart, batch: readonly DynamoDBRecord[]) {
    const records = batch.filter((record) => part.accepts(record));
    if (records.length === 0) return [];
    try {
      return await part.run(records);
    } catch (error) {
      log("warn", "batch split", { consumer, records: records.length, ...errorFields(error) });
      return (await Promise.all(records.map((record) => runForRecord(part, record)))).flat();
    }
  }
  const lambda = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = new Set((await Promise.all(parts.map((part) => runPart(part, Records)))).flat());
    const first = Records.find((record) => failed.has(record))?.dynamodb?.SequenceNumber;
    if (failed.size > 0) log("warn", "records failed", { consumer, failed: failed.size });
    return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] };
  };
  return Object.assign(
    middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
      .use([logBatch(spec)])
      .handler(lambda),
    { spec },
  );
}
