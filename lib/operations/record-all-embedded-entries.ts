import { now } from "#lib/platform/clock.ts";
import { isObject } from "#lib/platform/is-object.ts";
import { AuditItem } from "#lib/storage/table/audit-entity.ts";
import { decode } from "#lib/storage/table/entity.ts";
import { scanPages } from "#lib/storage/table/scan.ts";
import { EMBEDDED_ENTRY, recordAuditEntry } from "#lib/storage/table/write.ts";

/** Days of entries that can be missing: a dead letter is stored for 14 days, and is created within hours of the change. */
const DAYS = 15;

/**
 * Copies the audit entries of the last 15 days that items contain to the audit trail, if they are missing there: the function that reads
 * the stream may have failed to do so. Reads every item, so the caller must be allowed to scan (ADR 0028). Repeating
 * it has no further effect.
 */
export async function recordAllEmbeddedEntries(): Promise<void> {
  const oldest = new Date(now() - DAYS * 86_400_000).toISOString();
  for await (const page of scanPages())
    for (const item of page) {
      const embedded = item[EMBEDDED_ENTRY];
      const entry = isObject(embedded) ? decode(AuditItem, embedded) : undefined;
      if (entry && entry.at >= oldest) await recordAuditEntry(entry);
    }
}
