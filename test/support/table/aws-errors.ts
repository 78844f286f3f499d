import { AwsError } from "#lib/platform/aws-error.ts";

/** The error of a transaction that was cancelled for these reasons. */
export const cancelled = (...CancellationReasons: { Code: string }[]): AwsError =>
  new AwsError("TransactionCanceledException", "Transaction cancelled", { details: { CancellationReasons } });
