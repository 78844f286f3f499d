import * as z from "zod";
import { AuditChange, type StoredAuditEntry } from "#lib/storage/table/audit-entity.ts";
import { AUDIT_RESOURCES } from "#lib/storage/table/audit-resources.ts";

/** An entry of the audit trail in API responses. */
export const AuditEntry = z
  .object({
    id: z.string().describe("Id of the entry."),
    at: z.iso.datetime().describe("Time of the change."),
    resource: z
      .enum(AUDIT_RESOURCES)
      .describe("Type of the resource. Attendees, references and payments are part of their booking."),
    resourceId: z.string().describe("Id of the resource."),
    changes: z.array(AuditChange).describe("What changed, without values."),
    userId: z.int().nullable().describe("The user who made the change; null if no user did."),
    credentialId: z
      .string()
      .describe(
        "`key-` and the id of an API key, the id of a grant, `session`, `reset-link`, `operator`, `anyone`, or `service` for automatic changes.",
      ),
    requestId: z.string().nullable().describe("Request id, the same as in `X-Request-Id` and in the log."),
  })
  .describe("A change of a resource, with the caller who made it.");
export type AuditEntry = z.output<typeof AuditEntry>;

export const renderEntry = (entry: StoredAuditEntry): AuditEntry => ({
  ...entry,
  userId: entry.userId ?? null,
  requestId: entry.requestId ?? null,
});
