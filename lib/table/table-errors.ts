import type { AttributeValue, CancellationReason } from "@aws-sdk/client-dynamodb";
import { type AwsError, isAwsError } from "#lib/platform/aws-error.ts";
import { decodeItem } from "./attribute-values.ts";

/** The reasons of a cancelled transaction, in the order of its operations; empty for any other error. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] {
  if (!isAwsError(error, "TransactionCanceledException")) return [];
  return (error.details as { CancellationReasons?: CancellationReason[] }).CancellationReasons ?? [];
}

/** Whether a write failed because an item would exceed DynamoDB's limit of 400 KB. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const messages = [error.message, ...cancellationReasons(error).map(({ Message = "" }) => Message)];
  return messages.some((message) => message.includes("exceeded the maximum allowed size"));
}

/** The item whose condition failed. */
export function failedItem({ details }: AwsError): Record<string, unknown> | undefined {
  const { Item } = details as { Item?: Record<string, AttributeValue> };
  return Item && decodeItem(Item);
}
