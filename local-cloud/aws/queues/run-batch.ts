import { AwsError } from "#local-cloud/aws/aws-error.ts";
import { queueError } from "./queue-errors.ts";

/** The response to a batch: the successful entries, and the errors of the others. */
export interface BatchResponse {
  Successful: object[];
  Failed: { Id: string; SenderFault: boolean; Code: string; Message: string }[];
}

const MAXIMUM_ENTRIES = 10;
const ENTRY_ID = /^[\w-]{1,80}$/;

/** Runs each entry separately; a failed entry does not affect the others. Throws for invalid ids or a wrong number of entries. */
export function runBatch<E extends { Id: string }>(
  entries: readonly E[],
  run: (entry: E) => object,
): BatchResponse {
  if (entries.length === 0) throw queueError("EmptyBatchRequest");
  if (entries.length > MAXIMUM_ENTRIES)
    throw queueError(
      "TooManyEntriesInBatchRequest",
      `Maximum number of entries per request are ${MAXIMUM_ENTRIES}. You have sent ${entries.length}.`,
    );
  if (new Set(entries.map((entry) => entry.Id)).size < entries.length)
    throw queueError("BatchEntryIdsNotDistinct");
  if (!entries.every((entry) => ENTRY_ID.test(entry.Id))) throw queueError("InvalidBatchEntryId");
  const response: BatchResponse = { Successful: [], Failed: [] };
  for (const entry of entries) {
    try {
      response.Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const Code = error.queryCode ?? error.name;
      response.Failed.push({ Id: entry.Id, SenderFault: true, Code, Message: error.message });
    }
  }
  return response;
}
