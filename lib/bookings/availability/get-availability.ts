import { listSlotsOf } from "#lib/bookings/list-slots.ts";
import type { Hours, Range } from "#lib/calendar/availability/calendar.ts";
import { openRanges } from "#lib/calendar/availability/open-ranges.ts";
import { busyTimeOf } from "#lib/calendar/availability/slots.ts";
import { listClaimedTime } from "#lib/calendar/claims/list-claimed-time.ts";
import { type Bookable, getBookableEventType } from "#lib/calendar/event-types/get-bookable.ts";
import { slotRulesOf } from "#lib/calendar/event-types/slot-rules.ts";
import { hoursOfEventType } from "#lib/calendar/schedules/hours.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list-of-user.ts";
import { allHosts } from "#lib/calendar/slots/hosts.ts";
import { rangeOf } from "#lib/calendar/slots/query.ts";
import type { Caller } from "#lib/caller.ts";
import { invalidField, notFound } from "#lib/failures.ts";
import { type CalendarAccess, calendarAccess } from "#lib/identity/memberships/visibility.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { userIdOf } from "#lib/identity/users/visibility.ts";
import { DAY_MINUTES, instantOf } from "#lib/platform/minutes.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { listBusyTimes } from "./busy-times.ts";
import type { UserAvailability, UserAvailabilityQuery } from "./schema.ts";

/**
 * Gets when a user is busy and open. Callers are the user, members of the user's teams, and admins; only the user and admins get titles.
 *
 * @throws {Failure} `not_found` if the caller can't access the user's calendar, or may not book the event type with this user
 */
export async function getUserAvailability(
  caller: Caller,
  reference: string | undefined,
  query: UserAvailabilityQuery,
): Promise<UserAvailability> {
  const within = rangeOf(query);
  const { eventTypeId, timeZone } = query;
  if (reference === undefined && eventTypeId === undefined)
    throw invalidField(
      "#/query/userId",
      "Either username or userId or teamId should be filled in.",
      "required",
    );
  const [namedId, bookable] = await Promise.all([
    reference === undefined ? undefined : userIdOf(caller, reference),
    eventTypeId === undefined ? undefined : getBookableEventType(caller, eventTypeId),
  ]);
  const userId = reference === undefined ? bookable?.eventType.userId : namedId;
  if (userId === undefined) throw notFound("User");
  const calendar = bookable && findCalendar(bookable, userId);
  if (bookable && !calendar) throw notFound("Event type");
  const access = await calendarAccess(caller, userId);
  if (!access) throw notFound("User");
  const busyTime = bookable ? busyTimeOf(slotRulesOf(bookable), within) : within;
  const [claimedTimes, schedule] = await Promise.all([
    listClaimedTime(userId, busyTime),
    calendar ?? readSchedule(userId),
  ]);
  if (!schedule) throw notFound("User");
  const [busy, slots] = await Promise.all([
    listBusyTimes(userId, claimedTimes, within),
    bookable ? listSlotsOf(bookable, { within, timeZone, readHolds: { userId, holds: claimedTimes } }) : {},
  ]);
  return { ...describeCalendar({ userId, ...schedule, busy }, within, access), slots };
}

/** Finds the hours of a host of an event type, or of its owner; undefined for other users. */
function findCalendar(
  { owner, hours, ...hosts }: Bookable,
  userId: number,
): Pick<Calendar, "timeZone" | "hours"> | undefined {
  const host = allHosts(hosts).find(({ user }) => user.id === userId);
  if (host) return { timeZone: host.user.timeZone, hours: host.hours };
  return owner.id === userId ? { timeZone: owner.timeZone, hours } : undefined;
}

/** When a user is open and busy. */
interface Calendar {
  userId: number;
  /** The user's time zone. */
  timeZone: string;
  hours: Hours | null;
  busy: Awaited<ReturnType<typeof listBusyTimes>>;
}

async function readSchedule(userId: number): Promise<Pick<Calendar, "timeZone" | "hours"> | undefined> {
  const [user, schedules] = await Promise.all([
    findItem(UserItem, { id: userId }),
    listSchedulesOfUser(userId),
  ]);
  return user && { timeZone: user.timeZone, hours: hoursOfEventType({ scheduleId: null }, user, schedules) };
}

/** Reads the default hours and the busy times of a user. */
export async function readCalendar(userId: number, within: Range): Promise<Calendar | undefined> {
  const [claimedTimes, schedule] = await Promise.all([listClaimedTime(userId, within), readSchedule(userId)]);
  return schedule && { userId, ...schedule, busy: await listBusyTimes(userId, claimedTimes, within) };
}

/** Describes the availability of a user, without slots. */
export function describeCalendar(
  { userId, timeZone, hours, busy }: Calendar,
  within: Range,
  access: CalendarAccess,
): Omit<UserAvailability, "slots"> {
  const allDay = { days: [0, 1, 2, 3, 4, 5, 6], date: null, from: 0, to: DAY_MINUTES };
  const entries = hours?.entries ?? [allDay];
  return {
    busy: access === "full" ? busy : busy.map(({ start, end }) => ({ start, end })),
    timeZone: hours?.timeZone ?? timeZone,
    dateRanges: openRanges(hours, within).map(({ from, to }) => ({
      start: instantOf(from),
      end: instantOf(to),
    })),
    workingHours: entries.flatMap(({ date, days, from, to }) =>
      date === null ? [{ days: [...days], startTime: from, endTime: to, userId }] : [],
    ),
    dateOverrides: entries.flatMap(({ date, from, to }) =>
      date === null ? [] : [{ date, startTime: from, endTime: to }],
    ),
  };
}
