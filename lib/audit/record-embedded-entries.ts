import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { AuditItem, type StoredAuditEntry } from "#lib/table/audit-entity.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import { put } from "#lib/table/operations.ts";
import { decodeImage } from "#lib/table/stream-records.ts";
import { EMBEDDED_ENTRY, writeOne } from "#lib/table/write.ts";

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

/** Adds an entry to the audit trail, unless it is already there. */
export async function recordAuditEntry(entry: StoredAuditEntry): Promise<void> {
  await ignoreFailedCondition(writeOne(put(AuditItem, entry)));
}
