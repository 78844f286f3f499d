import { randomUUID } from "node:crypto";
import { functionArn } from "#infra/local/template/local-names.ts";
import type { StreamRecord } from "./stream-reader.ts";

/** Consecutive records that were not delivered. */
export interface GivenUp {
  records: readonly StreamRecord[];
  attempts: number;
  condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
}

/** Whose records they were. */
interface Origin {
  functionName: string;
  streamArn: string;
  shard: string;
}

/** What Lambda sends to a failure destination: where the records lie in the stream, not the records. */
export function failureMessage({ functionName, streamArn, shard }: Origin, given: GivenUp): object {
  const { records, attempts, condition } = given;
  const exhausted = condition === "RetryAttemptsExhausted";
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: functionArn(functionName),
      condition,
      approximateInvokeCount: attempts,
    },
    ...(exhausted && {
      responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    }),
    version: "1.0",
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: shard,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrivalOf(records[0]),
      approximateArrivalOfLastRecord: arrivalOf(records.at(-1)),
      batchSize: records.length,
      streamArn,
    },
  };
}

const arrivalOf = (record: StreamRecord | undefined): string =>
  new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
