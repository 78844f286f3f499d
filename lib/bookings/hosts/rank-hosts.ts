import type { Host } from "#lib/event-types/read-hosts.ts";
import type { Assignment } from "./assignment.ts";

/**
 * Sorts hosts by who gets the next booking: the highest priority, then the fewest assignments per weight, then the longest time without
 * one. Otherwise they keep their order. `assignments` are ascending by time.
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
