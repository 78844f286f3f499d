import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { connectCalendars } from "#lib/calendar/external/connect.ts";
import { CalendarItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { updateCalendar } from "#lib/calendar/external/update.ts";
import type { Caller } from "#lib/caller.ts";
import { CalendarEventItem } from "#lib/delivery/calendars/entity.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { leaveRoomForConnection } from "./leave-room.ts";

/** A feed with an event tomorrow, or with none. */
function textOf(hasEvent: boolean): string {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
  const event = ["BEGIN:VEVENT", `DTSTART:${tomorrow}T090000Z`, "DURATION:PT30M", "END:VEVENT"];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...(hasEvent ? event : []), "END:VCALENDAR"].join("\r\n");
}
const apiHost = "localhost";
let made = 0;
let origin: Promise<string> | undefined;

/** The URL of a new feed on this machine, which responds as long as this process runs. At each second reading, it has no event. */
export async function exampleFeedUrl(): Promise<string> {
  origin ??= startFeeds();
  return `${await origin}/${++made}.ics`;
}

async function startFeeds(): Promise<string> {
  const readings = new Map<string, number>();
  const server = createServer(({ url = "" }, response) => {
    const reading = readings.get(url) ?? 0;
    readings.set(url, reading + 1);
    response.end(textOf(reading % 2 === 0));
  }).unref();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Connects a feed that does not count as busy: the other examples book times later than calendars are read. */
export async function feedOf(host: Caller) {
  await leaveRoomForConnection(host);
  const input = { type: "ics", url: await exampleFeedUrl() } as const;
  const { connection, calendars } = await connectCalendars(host, input, apiHost);
  return { connection, calendar: await withoutBusyTimes(host, calendars) };
}

/** Connects a pushed calendar that does not count as busy. */
export async function pushedOf(host: Caller): Promise<StoredCalendar> {
  await leaveRoomForConnection(host);
  const { calendars } = await connectCalendars(host, { type: "pushed", name: "Work" }, apiHost);
  return withoutBusyTimes(host, calendars);
}

const withoutBusyTimes = (host: Caller, [calendar]: readonly StoredCalendar[]): Promise<StoredCalendar> =>
  updateCalendar(host, { id: calendar?.id ?? 0 }, { countsAsBusy: false });

/** Connects a feed that may be checked now. */
export async function uncheckedFeedOf(host: Caller): Promise<StoredCalendar> {
  const { calendar } = await feedOf(host);
  return allowCheck(calendar);
}

/** Lets a calendar be checked again at once. */
export async function allowCheck(calendar: StoredCalendar): Promise<StoredCalendar> {
  await writeOne(replace(CalendarItem, calendar, { ...calendar, lastCheckedAt: null }));
  return calendar;
}

/** Makes the calendars of a user writable, and records that bookings were written to them: they are forgotten with the calendars. */
export async function recordWrittenEvents(userId: number): Promise<void> {
  const { calendars } = await readCalendars(userId);
  for (const calendar of calendars)
    await writeOne(replace(CalendarItem, calendar, { ...calendar, readOnly: false }));
  const event = { userId, calendarIds: calendars.map(({ id }) => id), attempt: 0, version: 1 };
  await writeOne(put(CalendarEventItem, { ...event, bookingId: 1, uidHash: "example" }));
}
