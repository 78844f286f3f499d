import { ASSIGNMENT_DAYS, AssignmentItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { isTimeInUse } from "#lib/bookings/open-times/require-open.ts";
import { findClosedRuleOfCalendar } from "#lib/calendar/availability/slots.ts";
import type { ClaimedTime } from "#lib/calendar/claims/claims.ts";
import { EXTERNAL_OWNER } from "#lib/calendar/claims/external-minutes.ts";
import { isOwnerNamed } from "#lib/calendar/claims/owner.ts";
import { findBusyHosts } from "#lib/calendar/claims/read-claims.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import type { Host, Hosts } from "#lib/calendar/event-types/read-hosts.ts";
import { slotRulesOf } from "#lib/calendar/event-types/slot-rules.ts";
import { hostUnavailable } from "#lib/calendar/slots/host-unavailable.ts";
import { calendarOfHost, hostIds } from "#lib/calendar/slots/hosts.ts";
import { now } from "#lib/platform/clock.ts";
import { rangeBetween } from "#lib/platform/minutes.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { rawBatch } from "#lib/storage/table/query.ts";

type User = Host["user"];

/** The hosts of a booking, which is in the partition of `host`. */
export interface BookingHosts {
  host: User;
  others: readonly User[];
}

/** The time for which hosts are chosen. */
interface HostChoice {
  bookable: Bookable;
  startTime: string;
  endTime: string;
  claim: { from: number; to: number };
  /** Whether hosts may be chosen outside their hours. */
  ignoresHours?: boolean;
  /** The booking that is replaced: its minutes count as free, also those of a shared slot, in which it may be the last booking. */
  replaced?: Pick<StoredBooking, "id" | "claim"> | undefined;
  /** The time of the reservation that is used, which counts as free. */
  reserved?: Pick<ClaimedTime, "owner"> | undefined;
}

/** Returns the hosts of a booking before one is chosen: the first one of a choice, and all required ones. */
export function firstHosts({ required, choice, owner }: Bookable): BookingHosts {
  const [host = owner, ...others] = [...(choice?.slice(0, 1) ?? []), ...required].map(({ user }) => user);
  return { host, others };
}

/**
 * Runs a write for the hosts of a booking. If there is a choice of hosts, it tries the free ones in the order in which they get a booking,
 * until the claims accept one.
 *
 * @throws {Failure} `no_available_users_found_error` if no host is free
 */
export async function withFreeHosts<T>(
  time: HostChoice,
  write: (hosts: BookingHosts) => Promise<T>,
): Promise<T> {
  const { bookable } = time;
  if (!bookable.choice) return write(firstHosts(bookable));
  const others = bookable.required.map(({ user }) => user);
  for (const { user } of await listFreeHosts(time, bookable.choice)) {
    try {
      return await write({ host: user, others });
    } catch (error) {
      if (!isTimeInUse(error)) throw error;
    }
  }
  throw hostUnavailable("busy");
}

/** Lists the hosts of a choice that are open and free, in the order in which they get a booking; if none is free, the first open one. */
async function listFreeHosts(time: HostChoice, choice: readonly Host[]): Promise<Host[]> {
  const { bookable, claim, ignoresHours, replaced, reserved } = time;
  const interval = rangeBetween(time);
  const rules = slotRulesOf(bookable);
  const open = choice.filter(
    (host) => ignoresHours || findClosedRuleOfCalendar(rules, interval, calendarOfHost(host)) === undefined,
  );
  if (open.length <= 1) return open;
  const { required } = bookable;
  const candidates: Hosts = { required, choice: open };
  const freed = [replaced?.id, replaced?.claim?.slot, reserved?.owner].filter((name) => name != null);
  const [busy, assignments] = await Promise.all([
    findBusyHosts(
      hostIds(candidates),
      claim,
      (owner) =>
        freed.some((name) => isOwnerNamed(owner, name)) ||
        (ignoresHours === true && owner === EXTERNAL_OWNER),
    ),
    listAssignments(bookable.eventType.id),
  ]);
  const isFree = ({ user }: Host): boolean => !busy.has(user.id);
  const free = required.every(isFree) ? open.filter(isFree) : [];
  // If no host is free, the write for one of them finds out which failure comes first: the same booking may exist.
  return free.length > 0 ? rankHosts(free, assignments) : rankHosts(open, assignments).slice(0, 1);
}

const DAY = 86_400_000;

/** The fields of an assignment that decide who gets the next booking. */
interface Assignment {
  userId: number;
  createdAt: string;
}

/** The most assignments that count: about 150 KB, so that a booking does not cost more the more there are. */
export const MAX_ASSIGNMENTS = 1_000;

/** Lists the latest assignments of an event type in the last 30 days, oldest first. One round trip. */
async function listAssignments(eventTypeId: number): Promise<Assignment[]> {
  const createdAt = new Date(now() - ASSIGNMENT_DAYS * DAY).toISOString();
  const after = renderKey(AssignmentItem.key.sk, { createdAt }).text;
  const range = { after, until: "AS#\uffff", reverse: true, limit: MAX_ASSIGNMENTS };
  const { items } = await rawBatch(AssignmentItem, { eventTypeId }, range);
  return items
    .reverse()
    .map((row) => ({ userId: Number(row["userId"]), createdAt: String(row["createdAt"]) }));
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
