import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { AuditItem } from "#lib/table/audit-entity.ts";
import { decodeImage } from "#lib/table/stream-records.ts";
import { EMBEDDED_ENTRY, recordAuditEntry } from "#lib/table/write.ts";

/**
 * Copies the audit entries embedded in changed items to the audit trail. An entry that is still in its item after a later change is not
 * copied again. Entries of transactions are written with their change (ADR 0027).
 */
export async function recordEmbeddedEntries(records: readonly DynamoDBRecord[]): Promise<void> {
  await Promise.all(records.map(({ dynamodb }) => recordImage(dynamodb?.NewImage?.[EMBEDDED_ENTRY]?.M)));
}

async function recordImage(image: Record<string, AttributeValue> | undefined): Promise<void> {
  const entry = decodeImage(AuditItem, image);
  if (entry) await recordAuditEntry(entry);
}
