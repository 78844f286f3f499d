import type { AttributeValue, CancellationReason } from "@aws-sdk/client-dynamodb";
import { type AwsError, isAwsError } from "#lib/platform/aws-error.ts";
import { decodeItem } from "./attribute-values.ts";

/** Why a transaction was cancelled, by its operations in order; empty for any other error. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] {
  if (!isAwsError(error, "TransactionCanceledException")) return [];
  return (error.details as { CancellationReasons?: CancellationReason[] }).CancellationReasons ?? [];
}

/** The item whose condition failed. */
export function failedItem({ details }: AwsError): Record<string, unknown> | undefined {
  const { Item } = details as { Item?: Record<string, AttributeValue> };
  return Item && decodeItem(Item);
}
