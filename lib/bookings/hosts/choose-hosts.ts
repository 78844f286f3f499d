import { findClosedRuleOfCalendar } from "#lib/availability/slots.ts";
import { findBusyHosts } from "#lib/claims/busy-hosts.ts";
import { isOwnerNamed } from "#lib/claims/owner.ts";
import type { Bookable } from "#lib/event-types/get-bookable.ts";
import type { Host, Hosts } from "#lib/event-types/read-hosts.ts";
import { slotRulesOf } from "#lib/event-types/slot-rules.ts";
import { rangeBetween } from "#lib/platform/minutes.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import { hostIds } from "#lib/slots/hosts.ts";
import { isTimeInUse } from "#lib/slots/require-open.ts";
import { listAssignments, rankHosts } from "./assignment.ts";

type User = Host["user"];

/** The hosts of one booking, which is in the partition of `host`. */
export interface BookingHosts {
  host: User;
  others: readonly User[];
}

/** A time that hosts are chosen for. */
export interface TimeToHost {
  bookable: Bookable;
  startTime: string;
  endTime: string;
  claim: { from: number; to: number };
  /** Whether hosts may be chosen outside their hours. */
  ignoresHours?: boolean;
  /** An owner of minutes that become free by the booking: the booking it replaces. */
  replaced?: number | undefined;
}

/** The hosts of a booking before one is chosen: without a choice those it will have. */
export function firstHosts({ required, choice, owner }: Bookable): BookingHosts {
  const [host = owner, ...others] = [...(choice?.slice(0, 1) ?? []), ...required].map(({ user }) => user);
  return { host, others };
}

/**
 * Runs a write for the hosts of a booking. Of a choice of hosts the best free one is chosen; if the claims reject that one, the next. One
 * round trip before the write if there is a choice, and one for each host that is rejected.
 *
 * @throws {Failure} `no_available_users_found_error` if no host is free
 */
export async function withFreeHosts<T>(
  time: TimeToHost,
  write: (hosts: BookingHosts) => Promise<T>,
): Promise<T> {
  const { bookable } = time;
  if (!bookable.choice) return write(firstHosts(bookable));
  const others = bookable.required.map(({ user }) => user);
  for (const { user } of await freeHosts(time, bookable.choice)) {
    try {
      return await write({ host: user, others });
    } catch (error) {
      if (!isTimeInUse(error)) throw error;
    }
  }
  throw hostUnavailable("busy");
}

/** The hosts of a choice that are open and free, in the order in which they get a booking. */
async function freeHosts(time: TimeToHost, choice: readonly Host[]): Promise<Host[]> {
  const { bookable, claim, ignoresHours, replaced } = time;
  const interval = rangeBetween(time);
  const rules = slotRulesOf(bookable);
  const open = choice.filter(
    ({ hours }) =>
      ignoresHours || findClosedRuleOfCalendar(rules, interval, { hours, busy: [] }) === undefined,
  );
  if (open.length <= 1) return open;
  const { required } = bookable;
  const candidates: Hosts = { required, choice: open };
  const [busy, assignments] = await Promise.all([
    findBusyHosts(
      hostIds(candidates),
      claim,
      (owner) => replaced !== undefined && isOwnerNamed(owner, replaced),
    ),
    listAssignments(bookable.eventType.id),
  ]);
  const isFree = ({ user }: Host): boolean => !busy.has(user.id);
  return required.every(isFree) ? rankHosts(open.filter(isFree), assignments) : [];
}
