import type { DynamoDBRecord } from "aws-lambda";

/** A stream record of an item, with its key only. */
export const streamRecord = (
  eventName: "INSERT" | "REMOVE",
  { pk, sk }: { pk: string; sk: string },
): DynamoDBRecord => ({
  eventName,
  dynamodb: { SequenceNumber: "1", Keys: { pk: { S: pk }, sk: { S: sk } } },
});
