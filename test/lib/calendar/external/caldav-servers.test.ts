import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  deleteEvent,
  putEvent,
  readCalendar,
  readCalendarToken,
} from "#lib/calendar/external/caldav-calendar.ts";
import { discoverCalendars } from "#lib/calendar/external/discover-calendars.ts";
import { type WrittenEvent, writeEvent } from "#lib/calendar/icalendar-writer.ts";
import { CREDENTIALS, RADICALE, startCalDavServer, XANDIKOS } from "#test/support/network/caldav-servers.ts";
import { busyOf, OPTIONS } from "./calendars.ts";

beforeEach(() => {
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
});

const HOUR = 3_600_000;
const PART = "abcdefghijklmnopqrstuv";
const UID = `${PART}@other.example.com`;
const START = Date.UTC(2031, 2, 4, 9);

const eventAt = (start: number, sequence = 0): WrittenEvent => ({
  uid: UID,
  sequence,
  stamp: Date.UTC(2031, 0, 1),
  start,
  end: start + HOUR,
  timeZone: "Europe/Berlin",
  summary: "Meeting; with a “quoted”, long title ☕ ".repeat(5),
  description: "Line 1\nLine 2",
});

/** An event each Monday in Berlin that is excluded once and moved once, over the change of clocks. */
const SERIES = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:weekly@example.com"],
  ...[
    "DTSTAMP:20310101T000000Z",
    "DTSTART;TZID=Europe/Berlin:20310303T140000",
    "DURATION:PT1H",
    "SUMMARY:Weekly",
  ],
  ...["RRULE:FREQ=WEEKLY;UNTIL=20310408", "EXDATE;TZID=Europe/Berlin:20310317T140000", "END:VEVENT"],
  ...[
    "BEGIN:VEVENT",
    "UID:weekly@example.com",
    "DTSTAMP:20310101T000000Z",
    "SUMMARY:Weekly",
    "DURATION:PT2H",
  ],
  ...[
    "RECURRENCE-ID;TZID=Europe/Berlin:20310324T140000",
    "DTSTART;TZID=Europe/Berlin:20310325T080000",
    "END:VEVENT",
  ],
  ...["END:VCALENDAR", ""],
].join("\r\n");

describe.each([
  ["Radicale", RADICALE],
  ["Xandikos", XANDIKOS],
])("%s", (_, program) => {
  test("an account is found from any of its URLs, with its token", async () => {
    const server = await startCalDavServer(program);
    for (const url of [server.url, new URL("/ann/", server.url).href, server.calendarUrl]) {
      const { calendars } = await discoverCalendars({ ...CREDENTIALS, url });
      expect(calendars.map((calendar) => [calendar.url, calendar.isDefault, calendar.readOnly])).toEqual([
        [server.calendarUrl, true, false],
      ]);
      expect(calendars[0]?.token).toEqual(expect.any(String));
    }
  });

  test("events are read, written, moved and deleted, and each changes the token", async () => {
    const server = await startCalDavServer(program);
    const account = { ...CREDENTIALS, url: server.url };
    const { calendarUrl } = server;
    let token: string | undefined;
    const read = async () => {
      const next = await readCalendarToken(account, calendarUrl);
      expect(next).not.toBe(token);
      token = next;
      return busyOf(await readCalendar(account, calendarUrl, OPTIONS));
    };
    expect(await read()).toEqual([]);
    await putEvent(account, { calendarUrl, part: "weekly", uid: "weekly@example.com" }, SERIES);
    const series = [
      "03-03T13:00/14:00",
      "03-10T13:00/14:00",
      "03-25T07:00/09:00",
      "03-31T12:00/13:00",
      "04-07T12:00/13:00",
    ];
    expect(await read()).toEqual(series);
    const event = { calendarUrl, part: PART, uid: UID };
    await putEvent(account, event, writeEvent(eventAt(START)));
    expect(await read()).toEqual([...series, "03-04T09:00/10:00"].sort());
    await putEvent(account, event, writeEvent(eventAt(START + HOUR, 1)));
    expect(await read()).toEqual([...series, "03-04T10:00/11:00"].sort());
    await deleteEvent(account, event);
    await deleteEvent(account, event);
    expect(await read()).toEqual(series);
    expect(await readCalendarToken(account, calendarUrl)).toBe(token);
  });

  test("an event with the same UID at another URL is replaced and deleted, but an invitation stays", async () => {
    const server = await startCalDavServer(program);
    const account = { ...CREDENTIALS, url: server.url };
    const event = { calendarUrl: server.calendarUrl, part: PART, uid: UID };
    const foreign = { ...event, part: "from-elsewhere" };
    const read = async () => busyOf(await readCalendar(account, server.calendarUrl, OPTIONS));
    await putEvent(account, foreign, writeEvent(eventAt(START)));
    await putEvent(
      account,
      { ...event, part: "another", uid: `${UID}.example` },
      writeEvent({ ...eventAt(START + 5 * HOUR), uid: `${UID}.example` }),
    );
    await putEvent(account, event, writeEvent(eventAt(START + HOUR, 1)));
    expect(await read()).toEqual(["03-04T10:00/11:00", "03-04T14:00/15:00"]);
    await deleteEvent(account, event);
    expect(await read()).toEqual(["03-04T14:00/15:00"]);
    const organizer = { name: "Almanac", email: "bookings@example.com" };
    await putEvent(account, foreign, writeEvent({ ...eventAt(START), organizer }));
    await putEvent(account, event, writeEvent(eventAt(START + HOUR, 1)));
    await deleteEvent(account, event);
    expect(await read()).toEqual(["03-04T09:00/10:00", "03-04T14:00/15:00"]);
  });

  test("a server that is stopped is unreachable, and has its events when it runs again", async () => {
    const server = await startCalDavServer(program);
    const account = { ...CREDENTIALS, url: server.url };
    const event = { calendarUrl: server.calendarUrl, part: PART, uid: UID };
    await putEvent(account, event, writeEvent(eventAt(START)));
    await server.stop();
    const unreachable = { code: "calendar_unreachable" };
    await expect(discoverCalendars(account)).rejects.toMatchObject(unreachable);
    await expect(readCalendar(account, server.calendarUrl, OPTIONS)).rejects.toMatchObject(unreachable);
    await expect(putEvent(account, event, "")).rejects.toMatchObject(unreachable);
    await expect(deleteEvent(account, event)).rejects.toMatchObject(unreachable);
    await server.start();
    expect(busyOf(await readCalendar(account, server.calendarUrl, OPTIONS))).toEqual(["03-04T09:00/10:00"]);
  });

  test("a calendar that does not exist is not found", async () => {
    const server = await startCalDavServer(program);
    const account = { ...CREDENTIALS, url: server.url };
    const url = new URL("/ann/none/", server.url).href;
    await expect(readCalendar(account, url, OPTIONS)).rejects.toMatchObject({ code: "calendar_not_found" });
  });
});

test("Radicale rejects a wrong password", async () => {
  const server = await startCalDavServer(RADICALE);
  const account = { ...CREDENTIALS, password: "wrong", url: server.url };
  const rejected = { code: "calendar_credentials_rejected" };
  await expect(discoverCalendars(account)).rejects.toMatchObject(rejected);
  await expect(readCalendar(account, server.calendarUrl, OPTIONS)).rejects.toMatchObject(rejected);
});
