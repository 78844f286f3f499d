import type { DynamoDBRecord } from "aws-lambda";
import { AuditItem } from "#lib/storage/table/audit-entity.ts";
import { putItems } from "#lib/storage/table/put-items.ts";
import { decodeImage } from "#lib/storage/table/stream-records.ts";
import { EMBEDDED_ENTRY } from "#lib/storage/table/write.ts";

/**
 * Copies the audit entries embedded in changed items to the audit trail. Copying an entry that is still in its item after a later change
 * has no effect. Entries of transactions are written with their change (ADR 0027).
 */
export async function recordEmbeddedEntries(records: readonly DynamoDBRecord[]): Promise<void> {
  const entries = records.flatMap(
    ({ dynamodb }) => decodeImage(AuditItem, dynamodb?.NewImage?.[EMBEDDED_ENTRY]?.M) ?? [],
  );
  await putItems(AuditItem, entries);
}
