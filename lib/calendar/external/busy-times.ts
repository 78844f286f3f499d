import type { Range } from "#lib/calendar/availability/calendar.ts";
import { clipRanges, mergeRanges, subtractRanges } from "#lib/calendar/availability/ranges.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure, invalidField, notFound } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { instantOf } from "#lib/platform/minutes.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { absent, any, present } from "#lib/storage/table/condition.ts";
import { type Operation, put, replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { changeCalendars, type UserCalendars } from "./change-calendars.ts";
import { BusyTimesItem, CalendarItem, type StoredCalendar } from "./entity.ts";
import type { BusyTimesPut } from "./input.ts";
import { type BusyRange, MAX_BUSY_RANGES } from "./schema.ts";
import { getCalendar } from "./visibility.ts";

/**
 * Replaces the busy times of a pushed calendar in a range. The rest stays; what reaches over its ends is cut there. When it returns, the
 * claim rows have the new times: a booking that begins later does not get them.
 *
 * @throws {Failure} `not_found`, `invalid_request` if the calendar is not pushed, `limit_reached` if it would have too many busy times
 */
export async function putBusyTimes(
  caller: Caller,
  target: { id: number } & IfMatch,
  input: BusyTimesPut,
): Promise<StoredCalendar> {
  const { id } = target;
  const { userId, type } = await getCalendar(caller, id);
  if (type !== "pushed")
    throw invalidField("#/path/id", "Only a pushed calendar gets its busy times from clients.");
  const within = { from: Math.floor(input.from), to: Math.ceil(input.to) };
  const sent = input.busy.map(({ start, end }) => ({ from: Math.floor(start), to: Math.ceil(end) }));
  const decide = async ({ calendars }: UserCalendars) => {
    const before = calendars.find((calendar) => calendar.id === id);
    if (!before) throw notFound("Calendar");
    const busy = await listBusyTimesOf(before);
    requireMatch(target, before);
    const ranges = mergeRanges([...subtractRanges(busy, [within]), ...clipRanges(mergeRanges(sent), within)]);
    if (ranges.length > MAX_BUSY_RANGES)
      throw new Failure("limit_reached", `A calendar can have at most ${MAX_BUSY_RANGES} busy times.`);
    const at = nowIso();
    const after = {
      ...before,
      lastCheckedAt: at,
      lastChangedAt: at,
      readAt: at,
      version: before.version + 1,
    };
    return {
      result: after,
      calendars: calendars.map((calendar) => (calendar.id === id ? after : calendar)),
      operations: [replace(CalendarItem, before, after), storeBusyTimes(after, ranges)],
      isOfOneCalendar: true,
    };
  };
  return changeCalendars(userId, decide, within);
}

/** The operation that stores the busy times of a calendar. */
export const storeBusyTimes = (
  { userId, id }: Pick<StoredCalendar, "userId" | "id">,
  ranges: readonly Range[],
): Operation =>
  put(
    BusyTimesItem,
    { userId, calendarId: id, ranges: ranges.map(({ from, to }): [number, number] => [from, to]) },
    { if: any(absent("pk"), present("pk")) },
  );

/** Lists the merged busy times of a calendar. */
export async function listBusyTimesOf({
  userId,
  id,
}: Pick<StoredCalendar, "userId" | "id">): Promise<Range[]> {
  const stored = await findItem(BusyTimesItem, { userId, calendarId: id });
  return (stored?.ranges ?? []).map(([from, to]) => ({ from, to }));
}

/** Lists the busy times of a calendar in a range, ascending. */
export async function listBusyTimes(
  caller: Caller,
  id: number,
  within: Range,
): Promise<ListSource<BusyRange>> {
  const calendar = await getCalendar(caller, id);
  const ranges = clipRanges(await listBusyTimesOf(calendar), within);
  const busy = ranges.map(({ from, to }) => ({ start: instantOf(from), end: instantOf(to) }));
  return {
    async *read({ after = "" }) {
      yield busy.filter(({ start }) => start > after);
    },
    positionOf: ({ start }) => start,
    count: async () => busy.length,
  };
}
