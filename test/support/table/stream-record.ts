import type { DynamoDBRecord } from "aws-lambda";

/** What the table's stream says of an item, as far as its key tells. */
export const streamRecord = (
  eventName: "INSERT" | "REMOVE",
  { pk, sk }: { pk: string; sk: string },
): DynamoDBRecord => ({
  eventName,
  dynamodb: { SequenceNumber: "1", Keys: { pk: { S: pk }, sk: { S: sk } } },
});
