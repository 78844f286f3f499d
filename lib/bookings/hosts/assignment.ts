import { ASSIGNMENT_DAYS, AssignmentItem } from "#lib/bookings/entity.ts";
import type { Host } from "#lib/calendar/event-types/read-hosts.ts";
import { now } from "#lib/platform/clock.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { rawPages } from "#lib/storage/table/query.ts";

const DAY = 86_400_000;

/** The fields of an assignment that decide who gets the next booking. */
export interface Assignment {
  userId: number;
  createdAt: string;
}

/** Lists the assignments of an event type in the last 30 days, oldest first. One round trip per 1 MB. */
export async function listAssignments(eventTypeId: number): Promise<Assignment[]> {
  const createdAt = new Date(now() - ASSIGNMENT_DAYS * DAY).toISOString();
  const after = renderKey(AssignmentItem.key.sk, { createdAt }).text;
  const pages = rawPages(AssignmentItem, { eventTypeId }, { after, until: "AS#\uffff" });
  const rows = (await Array.fromAsync(pages)).flat();
  return rows.map((row) => ({ userId: Number(row["userId"]), createdAt: String(row["createdAt"]) }));
}

/**
 * Sorts hosts in the order in which they get the next booking: by the highest priority, then the fewest assignments per weight, then the
 * longest time since the last one, then their present order. `assignments` are ascending by time.
 */
export function rankHosts(hosts: readonly Host[], assignments: readonly Assignment[]): Host[] {
  const counts = new Map<number, number>();
  const latest = new Map<number, string>();
  for (const { userId, createdAt } of assignments) {
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
    latest.set(userId, createdAt);
  }
  const loadOf = ({ user, weight }: Host): number => (counts.get(user.id) ?? 0) / weight;
  const latestOf = ({ user }: Host): string => latest.get(user.id) ?? "";
  return hosts.toSorted(
    (one, other) =>
      other.priority - one.priority ||
      loadOf(one) - loadOf(other) ||
      Number(latestOf(one) > latestOf(other)) - Number(latestOf(one) < latestOf(other)),
  );
}
