import { expiryInDays } from "#lib/platform/clock.ts";
import type { StoredAuditEntry } from "#lib/table/audit-entity.ts";
import { AUDIT_DAYS } from "#lib/table/audit-entries.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { EventItem } from "./entity.ts";

/** The audit entries that an event carries, each with an id that follows from the event's. */
export const entriesIn = ({
  id,
  createdAt: at,
  causedBy: requestId,
  auditEntries = [],
}: Stored<typeof EventItem>): StoredAuditEntry[] =>
  auditEntries.map((entry, index) => ({
    ...entry,
    id: `aud_${index}${id.slice("evt_".length)}`,
    at,
    ...(requestId !== undefined && { requestId }),
    ttl: expiryInDays(AUDIT_DAYS),
  }));
