import {
  CALENDAR_DAYS,
  type Calendar,
  type Calendars,
  type Range,
} from "#lib/calendar/availability/calendar.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { type Host, type Hosts, ownerAsHost } from "#lib/calendar/event-types/read-hosts.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { DAY_MINUTES, MINUTE } from "#lib/platform/minutes.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";

/** The host and the event type of a booking. */
interface HostedBooking {
  userId: number;
  eventTypeId: number;
}

/** All hosts who may take part in a booking. */
export const allHosts = ({ required, choice = [] }: Hosts): readonly Host[] => [...required, ...choice];

/** The ids of hosts. */
export const hostIds = (hosts: Hosts): number[] => allHosts(hosts).map(({ user }) => user.id);

/** The calendars of hosts, with their busy time if it is given. */
export function calendarsOf(
  { required, choice }: Hosts,
  busyOf: (userId: number) => readonly Range[] = () => [],
): Calendars {
  const calendarOf = (host: Host) => calendarOfHost(host, busyOf(host.user.id));
  return { required: required.map(calendarOf), choice: choice?.map(calendarOf) };
}

/** The calendar of a host, with their busy time. */
export const calendarOfHost = ({ user, hours }: Host, busy: readonly Range[] = []): Calendar => ({
  hours,
  busy,
  readUntil: calendarsReadUntil(user),
});

/**
 * Returns the minute up to which the busy times of a user's other calendars are known: {@link CALENDAR_DAYS} from today, or none if they are
 * too old. Undefined if no calendar counts as busy.
 */
function calendarsReadUntil({ calendarsValidUntil }: Host["user"]): number | undefined {
  if (calendarsValidUntil === undefined) return undefined;
  const minute = now() / MINUTE;
  return calendarsValidUntil <= minute ? 0 : (Math.floor(minute / DAY_MINUTES) + CALENDAR_DAYS) * DAY_MINUTES;
}

/** The ids of hosts who have no slots because their other calendars could not be read for too long. */
export const hostsWithOldCalendars = (hosts: Hosts): number[] =>
  allHosts(hosts).flatMap(({ user }) => (calendarsReadUntil(user) === 0 ? [user.id] : []));

/** Restricts a choice of hosts to one of them. Changes nothing if the user is not in the choice. */
export const restrictToHost = <B extends Bookable>(bookable: B, userId: number | undefined): B => {
  const host = bookable.choice?.find(({ user }) => user.id === userId);
  return host ? { ...bookable, choice: [host] } : bookable;
};

/** Restricts a choice of hosts to the host of a booking that is replaced, if both have the same event type and the host can still be booked. */
export function restrictToReplacedHost<B extends Bookable>(
  bookable: B,
  replaced: HostedBooking | undefined,
): B {
  const isSame = replaced?.eventTypeId === bookable.eventType.id;
  return isSame ? restrictToHost(bookable, replaced.userId) : bookable;
}

/**
 * Restricts hosts to those of a booking that keeps its hosts. All of them are required: those who can't be booked any more only must be free.
 * One round trip if there are such hosts.
 */
export async function restrictToHosts<B extends Bookable>(bookable: B, ids: readonly number[]): Promise<B> {
  const hosts = allHosts(bookable).filter(({ user }) => ids.includes(user.id));
  const former = ids.filter((id) => !hosts.some(({ user }) => user.id === id));
  const users = await findItems(former.map((id) => itemRequest(UserItem, { id })));
  const formerHosts = users.flatMap((user) =>
    user ? ownerAsHost({ ...user, calendarsValidUntil: undefined }, null).required : [],
  );
  return { ...bookable, required: [...hosts, ...formerHosts], choice: undefined };
}
