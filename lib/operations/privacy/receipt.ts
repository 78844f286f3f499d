import { createHash } from "node:crypto";
import { AuditItem } from "#lib/storage/table/audit-entity.ts";
import { newAuditEntry } from "#lib/storage/table/audit-entries.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/**
 * Creates an audit entry that records the export or erasure of a person's data, and returns its id. It contains the SHA-256 of the address
 * in hex, so that it can be found by the address, also after a restore.
 */
export async function createReceipt(address: string, action: "exported" | "erased"): Promise<string> {
  const subject = {
    resource: "privacy" as const,
    resourceId: createHash("sha256").update(address.trim().toLowerCase()).digest("hex"),
  };
  const changes = [{ resource: "privacy" as const, ids: [], action, attributes: [] }];
  const entry = newAuditEntry(subject, changes);
  await writeOne(put(AuditItem, entry));
  return entry.id;
}
