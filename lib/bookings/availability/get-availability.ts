import { listSlotsOf } from "#lib/bookings/list-slots.ts";
import type { Hours, Range } from "#lib/calendar/availability/calendar.ts";
import { openRanges } from "#lib/calendar/availability/open-ranges.ts";
import { busyTimeOf } from "#lib/calendar/availability/slots.ts";
import { listClaimedTime } from "#lib/calendar/claims/read-claims.ts";
import { type Bookable, getBookableEventType } from "#lib/calendar/event-types/get-bookable.ts";
import { slotRulesOf } from "#lib/calendar/event-types/slot-rules.ts";
import { hoursOfEventType } from "#lib/calendar/schedules/hours.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import { allHosts } from "#lib/calendar/slots/hosts.ts";
import { endOf, rangeOf } from "#lib/calendar/slots/query.ts";
import type { Caller } from "#lib/caller.ts";
import { invalidField, notFound } from "#lib/failures.ts";
import {
  type CalendarAccess,
  calendarAccess,
  listMembersAsAdmin,
  readableHosts,
} from "#lib/identity/memberships/visibility.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { userIdOf } from "#lib/identity/users/visibility.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { DAY_MINUTES, instantOf } from "#lib/platform/minutes.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { listBusyTimes } from "./busy-times.ts";
import type { MemberAvailability, RangeQuery, UserAvailability, UserAvailabilityQuery } from "./schema.ts";

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
  // First, so that users that the caller can't access are missing in the same way as those that do not exist.
  const access = await calendarAccess(caller, userId);
  if (!access) throw notFound("User");
  const calendar = bookable && findCalendar(bookable, userId);
  if (bookable && !calendar) throw notFound("Event type");
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
async function readCalendar(userId: number, within: Range): Promise<Calendar | undefined> {
  const [claimedTimes, schedule] = await Promise.all([listClaimedTime(userId, within), readSchedule(userId)]);
  return schedule && { userId, ...schedule, busy: await listBusyTimes(userId, claimedTimes, within) };
}

/** Describes the availability of a user, without slots. */
function describeCalendar(
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

/** The most members times days of one request: 31 days of 100 members, or a day of 3,100. */
const MAX_MEMBER_DAYS = 3_100;
/** Members whose calendars are read in parallel, so that memory is bounded. */
const PARALLEL_MEMBERS = 25;

/**
 * Gets when each accepted member of a team is busy and open, for the team's admins and owners. They get titles of other members' bookings
 * only if they can read these bookings, as admins of an organization.
 *
 * @throws {Failure} `not_found`, `forbidden` for other members of the team, `invalid_request` for too many members and days
 */
export async function getTeamAvailability(
  caller: Caller,
  teamId: number,
  query: RangeQuery,
): Promise<MemberAvailability[]> {
  const within = rangeOf(query);
  const members = await listMembersAsAdmin(caller, teamId);
  requireFewDays(members.length, within, `#/query/${endOf(query)}`);
  const availabilities: MemberAvailability[] = [];
  for (const chunk of chunksOf(members, PARALLEL_MEMBERS))
    availabilities.push(...(await describeMembers(caller, chunk, within)));
  return availabilities;
}

async function describeMembers(
  caller: Caller,
  members: readonly number[],
  within: Range,
): Promise<MemberAvailability[]> {
  const [readable, calendars] = await Promise.all([
    readableHosts(caller, members),
    Promise.all(members.map((userId) => readCalendar(userId, within))),
  ]);
  return calendars.flatMap((calendar) => {
    if (!calendar) return [];
    const { userId } = calendar;
    const access = readable.has(userId) ? "full" : "busy only";
    return [{ userId, availability: { ...describeCalendar(calendar, within, access), slots: {} } }];
  });
}

function requireFewDays(members: number, { from, to }: Range, pointer: string): void {
  const days = Math.ceil((to - from) / DAY_MINUTES);
  if (members * days > MAX_MEMBER_DAYS)
    throw invalidField(
      pointer,
      `is too late: the team has ${members} members and the range ${days} days; members times days can be at most ${MAX_MEMBER_DAYS}`,
    );
}
