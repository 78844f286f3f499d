import middy from "@middy/core";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { ConsumerSpec, StreamSource } from "#lib/http/spec.ts";
import { log } from "#lib/platform/log.ts";
import { batchLine } from "./batch-line.ts";

/**
 * Makes the Lambda handler of the table's stream. `run` takes the whole batch and returns the records that failed; the
 * stream goes on from the first of these, so `run` meets later ones again and must be repeatable. A record that never
 * succeeds is isolated by bisection and ends in the dead-letter queue; it doesn't hold up its shard for good.
 */
export function streamConsumer(
  spec: ConsumerSpec<StreamSource>,
  run: (records: readonly DynamoDBRecord[]) => Promise<readonly DynamoDBRecord[]>,
) {
  const lambda = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = new Set(await run(event.Records));
    const first = event.Records.find((record) => failed.has(record))?.dynamodb?.SequenceNumber;
    if (failed.size > 0) log("warn", "records failed", { consumer: spec.id, failed: failed.size });
    return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] };
  };
  return Object.assign(
    middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
      .use([batchLine(spec)])
      .handler(lambda),
    { spec },
  );
}
