import { findClosedRuleOfCalendar } from "#lib/calendar/availability/slots.ts";
import { findBusyHosts } from "#lib/calendar/claims/busy-hosts.ts";
import { EXTERNAL_OWNER } from "#lib/calendar/claims/external-minutes.ts";
import { isOwnerNamed } from "#lib/calendar/claims/owner.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import type { Host, Hosts } from "#lib/calendar/event-types/read-hosts.ts";
import { slotRulesOf } from "#lib/calendar/event-types/slot-rules.ts";
import { hostUnavailable } from "#lib/calendar/slots/host-unavailable.ts";
import { calendarOfHost, hostIds } from "#lib/calendar/slots/hosts.ts";
import { isTimeInUse } from "#lib/calendar/slots/require-open.ts";
import { rangeBetween } from "#lib/platform/minutes.ts";
import { listAssignments, rankHosts } from "./assignment.ts";

type User = Host["user"];

/** The hosts of a booking, which is in the partition of `host`. */
export interface BookingHosts {
  host: User;
  others: readonly User[];
}

/** The time for which hosts are chosen. */
export interface HostChoice {
  bookable: Bookable;
  startTime: string;
  endTime: string;
  claim: { from: number; to: number };
  /** Whether hosts may be chosen outside their hours. */
  ignoresHours?: boolean;
  /** The id of the booking that is replaced: its minutes count as free. */
  replaced?: number | undefined;
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

/** Lists the hosts of a choice that are open and free, in the order in which they get a booking. */
async function listFreeHosts(time: HostChoice, choice: readonly Host[]): Promise<Host[]> {
  const { bookable, claim, ignoresHours, replaced } = time;
  const interval = rangeBetween(time);
  const rules = slotRulesOf(bookable);
  const open = choice.filter(
    (host) => ignoresHours || findClosedRuleOfCalendar(rules, interval, calendarOfHost(host)) === undefined,
  );
  if (open.length <= 1) return open;
  const { required } = bookable;
  const candidates: Hosts = { required, choice: open };
  const [busy, assignments] = await Promise.all([
    findBusyHosts(
      hostIds(candidates),
      claim,
      (owner) =>
        (replaced !== undefined && isOwnerNamed(owner, replaced)) ||
        (ignoresHours === true && owner === EXTERNAL_OWNER),
    ),
    listAssignments(bookable.eventType.id),
  ]);
  const isFree = ({ user }: Host): boolean => !busy.has(user.id);
  return required.every(isFree) ? rankHosts(open.filter(isFree), assignments) : [];
}
