import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { AuditItem, type StoredAuditEntry } from "#lib/table/audit-entity.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import { put } from "#lib/table/operations.ts";
import { decodeImage } from "#lib/table/stream-image.ts";
import { EMBEDDED_ENTRY, writeOne } from "#lib/table/write.ts";

/**
 * Brings the entries that changed items carry into the audit trail, each once, however often its item changes with it. Entries of
 * transactions are there already (ADR 0027).
 */
export async function recordEmbeddedEntries(records: readonly DynamoDBRecord[]): Promise<void> {
  await Promise.all(records.map(({ dynamodb }) => recordImage(dynamodb?.NewImage?.[EMBEDDED_ENTRY]?.M)));
}

async function recordImage(image: Record<string, AttributeValue> | undefined): Promise<void> {
  const entry = decodeImage(AuditItem, image);
  if (entry) await recordEntry(entry);
}

/** Puts an entry into the trail, unless it is there. */
export async function recordEntry(entry: StoredAuditEntry): Promise<void> {
  await ignoreFailedCondition(writeOne(put(AuditItem, entry)));
}
