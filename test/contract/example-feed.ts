import { createServer } from "node:http";
import { connectCalendars } from "#lib/calendar/external/connect.ts";
import { CalendarItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { updateCalendar } from "#lib/calendar/external/update.ts";
import type { Caller } from "#lib/caller.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { leaveRoomForConnection } from "./leave-room.ts";

const TEXT = ["BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR"].join("\r\n");
const apiHost = "localhost";
let url: Promise<string> | undefined;

/** The URL of a feed on this machine, which responds as long as this process runs. */
export function exampleFeedUrl(): Promise<string> {
  url ??= new Promise((resolve) => {
    const server = createServer((_, response) => response.end(TEXT)).unref();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(
        `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/feed.ics`,
      );
    });
  });
  return url;
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
  updateCalendar(host, { id: calendar?.id ?? 0, apiHost }, { countsAsBusy: false });

/** Connects a feed that was last checked long ago, so that it may be checked now. */
export async function uncheckedFeedOf(host: Caller): Promise<StoredCalendar> {
  const { calendar } = await feedOf(host);
  await writeOne(replace(CalendarItem, calendar, { ...calendar, lastCheckedAt: null }));
  return calendar;
}
