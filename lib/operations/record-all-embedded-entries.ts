import { recordAuditEntry } from "#lib/audit/record-embedded-entries.ts";
import { now } from "#lib/platform/clock.ts";
import { AuditItem } from "#lib/table/audit-entity.ts";
import { decode } from "#lib/table/entity.ts";
import { type RawItem, scanPages } from "#lib/table/scan.ts";
import { EMBEDDED_ENTRY } from "#lib/table/write.ts";

/** Days of which entries may be missing: a dead letter lives for 14, and is made within hours of the change it tells of. */
const DAYS = 15;

/**
 * Brings the entries of the last 15 days that items carry into the audit trail, as far as they are not there: what the stream's function would have
 * done, had it not failed for good. Reads every item, so the caller must be allowed to scan (ADR 0028); `reportProgress` hears how many. Repeating it is harmless.
 */
export async function recordAllEmbeddedEntries(reportProgress: (items: number) => void): Promise<void> {
  const oldest = new Date(now() - DAYS * 86_400_000).toISOString();
  let read = 0;
  for await (const page of scanPages()) {
    for (const item of page) {
      const entry = decode(AuditItem, item[EMBEDDED_ENTRY] as RawItem | undefined);
      if (entry && entry.at >= oldest) await recordAuditEntry(entry);
    }
    read += page.length;
    reportProgress(read);
  }
}
