import * as z from "zod";
import type { Outcome } from "#infra/local/lambda/instance.ts";

const BatchResponse = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullish();

/** The result of a batch: the identifiers to try again, or `all` when the call or its answer failed. */
export type BatchResult = { failed: ReadonlySet<string> } | { failed: "all" };

/** Reads the outcome of a batch. Partial failures count only where the mapping asks for them; an unknown id fails all. */
export function batchResult(
  outcome: Outcome,
  reportsItemFailures: boolean,
  identifiers: readonly string[],
): BatchResult {
  if (outcome.kind !== "answered") return { failed: "all" };
  if (!reportsItemFailures) return { failed: new Set() };
  const response = BatchResponse.safeParse(JSON.parse(outcome.payload));
  if (!response.success) return { failed: "all" };
  const failed = response.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) ?? [];
  return failed.every((identifier) => identifiers.includes(identifier))
    ? { failed: new Set(failed) }
    : { failed: "all" };
}
