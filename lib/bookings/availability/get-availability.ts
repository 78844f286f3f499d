import type { Hours, Range } from "#lib/availability/model.ts";
import { openRanges } from "#lib/availability/open-ranges.ts";
import { listSlotsOf } from "#lib/bookings/list-slots.ts";
import type { Caller } from "#lib/caller.ts";
import { getBookableEventType } from "#lib/event-types/get-bookable.ts";
import { invalidField, notFound } from "#lib/failures.ts";
import { calendarAccess } from "#lib/memberships/visibility.ts";
import { DAY_MINUTES, instantOf } from "#lib/platform/minutes.ts";
import { hoursFor } from "#lib/schedules/of-host.ts";
import { schedulesOf } from "#lib/schedules/of-user.ts";
import { rangeOf } from "#lib/slots/query.ts";
import { getItem } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { userIdOf } from "#lib/users/visibility.ts";
import { listBusyTimes } from "./busy-times.ts";
import type { UserAvailability, UserAvailabilityQuery } from "./model.ts";

/**
 * Gets when a user is busy and open: for themselves, the members of their teams and admins. Only they and admins get titles. At most
 * three round trips for the caller; one more for another user, and one more by username.
 *
 * @throws {Failure} `not_found` when the caller can't access the user's calendar, or may not book the event type with this user
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
  if (bookable && bookable.eventType.userId !== userId) throw notFound("Event type");
  const access = await calendarAccess(caller, userId);
  if (!access) throw notFound("User");
  const [calendar, slots] = await Promise.all([
    readCalendar(userId, within),
    bookable ? listSlotsOf(bookable, { within, timeZone }) : {},
  ]);
  if (!calendar) throw notFound("User");
  const hours = bookable ? bookable.hours : calendar.hours;
  return { ...describeCalendar({ ...calendar, hours }, within, { withTitles: access === "full" }), slots };
}

/** What a user's availability is calculated from. */
export interface Calendar {
  userId: number;
  timeZone: string;
  hours: Hours | null;
  busy: Awaited<ReturnType<typeof listBusyTimes>>;
}

/** Reads the default hours and the busy times of a user. Two round trips. */
export async function readCalendar(userId: number, within: Range): Promise<Calendar | undefined> {
  const [user, schedules, busy] = await Promise.all([
    getItem(UserItem, { id: userId }),
    schedulesOf(userId),
    listBusyTimes(userId, within),
  ]);
  return user && { userId, timeZone: user.timeZone, hours: hoursFor({ scheduleId: null }, schedules), busy };
}

/** The availability of a user, but for slots. */
export function describeCalendar(
  { userId, timeZone, hours, busy }: Calendar,
  within: Range,
  { withTitles }: { withTitles: boolean },
): Omit<UserAvailability, "slots"> {
  const allDay = { days: [0, 1, 2, 3, 4, 5, 6], date: null, from: 0, to: DAY_MINUTES };
  const entries = hours?.entries ?? [allDay];
  return {
    busy: withTitles ? busy : busy.map(({ start, end }) => ({ start, end })),
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
