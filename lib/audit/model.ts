import * as z from "zod";
import { AuditChange, type StoredAuditEntry } from "#lib/table/audit-entity.ts";
import { AUDIT_RESOURCES } from "#lib/table/audit-resources.ts";

/** An entry of the audit trail as the API shows it. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  resource: z
    .enum(AUDIT_RESOURCES)
    .describe("Attendees, references and payments are told of with their booking."),
  resourceId: z.string(),
  changes: z.array(AuditChange),
  userId: z.int().nullable().describe("The user who did it; null where none of them did."),
  credentialId: z
    .string()
    .describe(
      "`key-7`, the id of a grant, `session`, `operator`, `anyone`, or `service` for what it does by itself.",
    ),
  requestId: z.string().nullable().describe("The call, as its `X-Request-Id` and the log name it."),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const shownEntry = (entry: StoredAuditEntry): AuditEntry => ({
  ...entry,
  userId: entry.userId ?? null,
  requestId: entry.requestId ?? null,
});
