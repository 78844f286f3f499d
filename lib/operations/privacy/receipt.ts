import { createHash } from "node:crypto";
import { AuditItem } from "#lib/table/audit-entity.ts";
import { newAuditEntry } from "#lib/table/audit-entries.ts";
import { put } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";

/**
 * Keeps in the audit trail that somebody's data was exported or erased. The person is named by the SHA-256 of the address in hex, so that
 * a search for the address finds it, also after a restore.
 */
export async function keepReceipt(address: string, action: "exported" | "erased"): Promise<string> {
  const subject = {
    resource: "privacy" as const,
    resourceId: createHash("sha256").update(address.trim().toLowerCase()).digest("hex"),
  };
  const changes = [{ resource: "privacy" as const, ids: [], action, attributes: [] }];
  const entry = newAuditEntry(subject, changes);
  await writeOne(put(AuditItem, entry));
  return entry.id;
}
