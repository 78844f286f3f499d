import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";

/** The error of a transaction that was cancelled for these reasons. */
export const cancelled = (...CancellationReasons: { Code: string }[]): TransactionCanceledException =>
  new TransactionCanceledException({ message: "Transaction cancelled", CancellationReasons, $metadata: {} });
