import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { AuditItem, type StoredAuditEntry } from "#lib/table/audit-entity.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import { put } from "#lib/table/operations.ts";
import { decodeImage } from "#lib/table/stream-records.ts";
import { EMBEDDED_ENTRY, writeOne } from "#lib/table/write.ts";

/**
 * Copies the audit entries embedded in changed items to the audit trail, each of them once, however often its item changes. Entries of
 * transactions are already there (ADR 0027).
 */
export async function recordEmbeddedEntries(records: readonly DynamoDBRecord[]): Promise<void> {
  await Promise.all(records.map(({ dynamodb }) => recordImage(dynamodb?.NewImage?.[EMBEDDED_ENTRY]?.M)));
}

async function recordImage(image: Record<string, AttributeValue> | undefined): Promise<void> {
  const entry = decodeImage(AuditItem, image);
  if (entry) await recordEntry(entry);
}

/** Adds an entry to the audit trail, unless it is already there. */
export async function recordEntry(entry: StoredAuditEntry): Promise<void> {
  await ignoreFailedCondition(writeOne(put(AuditItem, entry)));
}
