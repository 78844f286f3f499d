import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { type Batch, batchOf, type ListSource, type ReadOptions } from "#lib/lists/source.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { Instant } from "#lib/platform/instant.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import type { StoredAuditEntry } from "#lib/table/audit-entity.ts";
import { AUDIT_RESOURCES } from "#lib/table/audit-resources.ts";
import { shownEntry } from "./model.ts";
import { partitionsFor, positionOf, readBackwards } from "./partitions.ts";

/** The query of the audit trail beside its pages. */
export const AuditFilter = z.object({
  userId: WholeNumber.optional().describe("Only changes by this user."),
  resource: z.enum(AUDIT_RESOURCES).optional().describe("Only changes of resources of this type."),
  resourceId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Only changes of the resource with this id; requires `resource`."),
  dateFrom: Instant.optional().describe("Only changes at or after this time."),
  dateTo: Instant.optional().describe("Only changes at or before this time."),
});
export type AuditFilter = z.output<typeof AuditFilter>;

const DAY = 86_400_000;
/** Days an entry is kept for, and one more for clocks that disagree. */
const DAYS_KEPT = 366;

/**
 * The audit trail, latest first, for system admins. One resource's, or one user's, is one partition; else all there is is read and
 * filtered, 80,000 entries at most for one page: it may be empty and lead on.
 *
 * @throws {Failure} `forbidden`
 */
export function listAuditTrail(caller: Caller, filter: AuditFilter = {}): ListSource<StoredAuditEntry> {
  requireSystemAdmin(caller);
  const { userId, resource, resourceId } = filter;
  if (resourceId !== undefined && resource === undefined)
    throw invalidField("#/query/resource", "is required with resourceId");
  const oldest = new Date(now() - DAYS_KEPT * DAY).toISOString();
  const { dateFrom = oldest, dateTo = nowIso() } = filter;
  const range = { from: dateFrom > oldest ? dateFrom : oldest, until: behind(dateTo) };
  const matches = (entry: StoredAuditEntry): boolean =>
    entry.userId === (userId ?? entry.userId) && entry.resource === (resource ?? entry.resource);
  async function batch(after = range.until, take: number): Promise<Batch<StoredAuditEntry>> {
    const span = { ...range, until: after };
    const read = readBackwards(partitionsFor(filter), span);
    const items: StoredAuditEntry[] = [];
    for await (const { entries, reached } of read) {
      items.push(...entries.filter(matches));
      if (items.length > take || reached !== undefined)
        return batchOf(items, { take, positionOf, next: reached });
    }
    return { items, next: undefined };
  }
  async function* read({ after }: ReadOptions): AsyncGenerator<readonly StoredAuditEntry[]> {
    let next = after;
    do {
      const page = await batch(next, PAGE);
      yield page.items;
      next = page.next;
    } while (next !== undefined);
  }
  return { read, batch, positionOf, render: shownEntry };
}

/** Entries read at once where the whole trail is asked for. */
const PAGE = 500;

/** A position behind all entries of an instant. */
const behind = (instant: string): string => `${instant}#\uffff`;
