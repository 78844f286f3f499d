import { randomUUID } from "node:crypto";
import { functionArn } from "#local-cloud/template/local-names.ts";
import type { StreamRecord } from "./stream-reader.ts";

/** Consecutive records that were not delivered. */
export interface UndeliveredRecords {
  records: readonly StreamRecord[];
  attempts: number;
  condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
}

interface Consumer {
  functionName: string;
  streamArn: string;
  shard: string;
}

/** Builds the message that Lambda sends to a failure destination: the records' position in the stream, not the records. */
export function buildFailureMessage(consumer: Consumer, undelivered: UndeliveredRecords): object {
  const { functionName, streamArn, shard } = consumer;
  const { records, attempts, condition } = undelivered;
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: functionArn(functionName),
      condition,
      approximateInvokeCount: attempts,
    },
    ...(condition === "RetryAttemptsExhausted" && {
      responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    }),
    version: "1.0",
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: shard,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: formatArrival(records[0]),
      approximateArrivalOfLastRecord: formatArrival(records.at(-1)),
      batchSize: records.length,
      streamArn,
    },
  };
}

const formatArrival = (record: StreamRecord | undefined): string =>
  new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
