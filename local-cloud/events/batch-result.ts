import * as z from "zod";
import type { Outcome } from "#local-cloud/lambda/instance.ts";

const BatchResponse = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullish();

/** The result of a batch: the identifiers to retry, or `all` when the call failed or returned an invalid result. */
export type BatchResult = { failed: ReadonlySet<string> } | { failed: "all" };

/** Parses the outcome of a batch. Partial failures are read only if the mapping enables them; an unknown id fails all. */
export function parseBatchResult(
  outcome: Outcome,
  reportsItemFailures: boolean,
  identifiers: readonly string[],
): BatchResult {
  if (outcome.kind !== "succeeded") return { failed: "all" };
  if (!reportsItemFailures) return { failed: new Set() };
  const response = BatchResponse.safeParse(JSON.parse(outcome.payload));
  if (!response.success) return { failed: "all" };
  const failed = response.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) ?? [];
  return failed.every((identifier) => identifiers.includes(identifier))
    ? { failed: new Set(failed) }
    : { failed: "all" };
}
