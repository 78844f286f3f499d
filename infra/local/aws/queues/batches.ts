import { AwsError } from "#infra/local/aws/aws-error.ts";
import { queueError } from "./queue-errors.ts";

/** A batch's answer: the entries that went well, and why the others did not. */
export interface BatchAnswer {
  Successful: object[];
  Failed: { Id: string; SenderFault: boolean; Code: string; Message: string }[];
}

const MAXIMUM_ENTRIES = 10;
const ENTRY_ID = /^[\w-]{1,80}$/;

/** Runs each entry by itself; a refused one fails alone. The batch as a whole is refused for its ids and its length. */
export function runBatch<E extends { Id: string }>(
  entries: readonly E[],
  run: (entry: E) => object,
): BatchAnswer {
  if (entries.length === 0) throw queueError("EmptyBatchRequest");
  if (entries.length > MAXIMUM_ENTRIES)
    throw queueError(
      "TooManyEntriesInBatchRequest",
      `Maximum number of entries per request are ${MAXIMUM_ENTRIES}. You have sent ${entries.length}.`,
    );
  if (new Set(entries.map((entry) => entry.Id)).size < entries.length)
    throw queueError("BatchEntryIdsNotDistinct");
  if (!entries.every((entry) => ENTRY_ID.test(entry.Id))) throw queueError("InvalidBatchEntryId");
  const answer: BatchAnswer = { Successful: [], Failed: [] };
  for (const entry of entries) {
    try {
      answer.Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const Code = error.queryCode ?? error.name;
      answer.Failed.push({ Id: entry.Id, SenderFault: true, Code, Message: error.message });
    }
  }
  return answer;
}
