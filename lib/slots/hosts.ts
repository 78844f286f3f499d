import type { Calendars, Range } from "#lib/availability/calendar.ts";
import type { Bookable } from "#lib/event-types/get-bookable.ts";
import type { Host, Hosts } from "#lib/event-types/read-hosts.ts";

/** A booking that is to be moved, and its hosts. */
interface HostedBooking {
  userId: number;
  eventTypeId: number;
}

/** All hosts who may take part in a booking. */
export const allHosts = ({ required, choice = [] }: Hosts): readonly Host[] => [...required, ...choice];

/** The ids of hosts. */
export const hostIds = (hosts: Hosts): number[] => allHosts(hosts).map(({ user }) => user.id);

/** The calendars of hosts, with the busy time that is known of them. */
export function calendarsOf(
  { required, choice }: Hosts,
  busyOf: (userId: number) => readonly Range[] = () => [],
): Calendars {
  const calendarOf = ({ user, hours }: Host) => ({ hours, busy: busyOf(user.id) });
  return { required: required.map(calendarOf), choice: choice?.map(calendarOf) };
}

/** The hosts for a booking with one of them: of a choice that one alone; the same hosts if they are not a choice. */
export const restrictToHost = <B extends Bookable>(bookable: B, userId: number | undefined): B => {
  const named = bookable.choice?.find(({ user }) => user.id === userId);
  return named ? { ...bookable, choice: [named] } : bookable;
};

/** The hosts for a booking that takes the place of another: of a choice the same host, if that one can still be booked. */
export function restrictToReplacedHost<B extends Bookable>(
  bookable: B,
  replaced: HostedBooking | undefined,
): B {
  const isSame = replaced?.eventTypeId === bookable.eventType.id;
  return isSame ? restrictToHost(bookable, replaced.userId) : bookable;
}

/** The hosts of a booking that stays with them, as far as they can still be booked. */
export function restrictToHosts<B extends Bookable>(bookable: B, ids: readonly number[]): B {
  const required = allHosts(bookable).filter(({ user }) => ids.includes(user.id));
  return { ...bookable, required, choice: undefined };
}
