import type { CancellationReason, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { isAwsError } from "#lib/platform/aws-errors.ts";

/** The reasons of a cancelled transaction, in the order of its operations; empty for any other error. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] {
  if (!isAwsError<TransactionCanceledException>(error, "TransactionCanceledException")) return [];
  return error.CancellationReasons ?? [];
}

/** Whether a write failed because an item would exceed DynamoDB's limit of 400 KB. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const messages = [error.message, ...cancellationReasons(error).map(({ Message = "" }) => Message)];
  return messages.some((message) => message.includes("exceeded the maximum allowed size"));
}
