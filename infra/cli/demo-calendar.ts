import { putBusyTimes } from "#lib/calendar/external/busy-times.ts";
import { connectCalendars } from "#lib/calendar/external/connect.ts";
import { BusyTimesPut } from "#lib/calendar/external/input.ts";
import { listCalendars } from "#lib/calendar/external/list.ts";
import { OPERATOR } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";

const DAY = 86_400_000;
/** The calendar's name, and its busy times next week: Monday is day 1. Hours are UTC. */
const NAME = "Shift plan";
const BUSY = [
  { day: 2, start: 10, end: 12 },
  { day: 4, start: 14, end: 16 },
];

/** Creates the pushed calendar of a host with its busy times of next week, unless the host has a calendar. */
export async function seedCalendar(userId: number): Promise<{ id: number }> {
  const [before] = await readWholeList(listCalendars(OPERATOR, { userId }));
  if (before) return { id: before.id };
  const { calendars } = await connectCalendars(OPERATOR, { type: "pushed", name: NAME, userId }, "localhost");
  const [{ id } = { id: 0 }] = calendars;
  await putBusyTimes(OPERATOR, { id }, nextWeek());
  return { id };
}

function nextWeek(): BusyTimesPut {
  const today = new Date(now());
  const monday = Math.floor(now() / DAY) + 8 - (today.getUTCDay() || 7);
  const at = (day: number, hour: number) =>
    new Date((monday + day - 1) * DAY + hour * 3_600_000).toISOString();
  return BusyTimesPut.parse({
    from: at(1, 0),
    to: at(8, 0),
    busy: BUSY.map(({ day, start, end }) => ({ start: at(day, start), end: at(day, end) })),
  });
}
