import { expect, test } from "vitest";
import { deleteEvent, putEvent } from "#lib/calendar/external/caldav-calendar.ts";
import type { Caller } from "#lib/caller.ts";
import { makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { connect, syncCalendar } from "#test/support/builders/calendars.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { CREDENTIALS, RADICALE, startCalDavServer, XANDIKOS } from "#test/support/network/caldav-servers.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { calendarOf } from "./calendars.ts";

const { advance } = useLocalCalendars();

const HALF_HOUR = 1_800_000;
const RANGE = { startTime: "2031-03-03T00:00:00.000Z", endTime: "2031-04-20T00:00:00.000Z" };
const ALL = Array.from({ length: 48 * 48 }, (_, index) => Date.parse(RANGE.startTime) + index * HALF_HOUR);
const berlin = (name: string, time: string) => `${name};TZID=Europe/Berlin:${time}`;

/**
 * Each Tuesday from 10:00 to 11:00 in Berlin, not on 18 March; that of 25 March is a day later, from 14:30 to 16:00. The clocks change on
 * 30 March.
 */
const TEXT = calendarOf(
  ...["PRODID:-//Test//EN", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin"],
  ...["BEGIN:STANDARD", "DTSTART:19701025T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
  ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:19700329T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
  ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE"],
  ...["BEGIN:VEVENT", "UID:weekly@example.com", "DTSTAMP:20310101T000000Z", "SUMMARY:Weekly"],
  ...[berlin("DTSTART", "20310304T100000"), berlin("DTEND", "20310304T110000")],
  ...["RRULE:FREQ=WEEKLY;COUNT=8", berlin("EXDATE", "20310318T100000"), "END:VEVENT"],
  ...["BEGIN:VEVENT", "UID:weekly@example.com", "DTSTAMP:20310101T000000Z", "SUMMARY:Moved"],
  ...[berlin("RECURRENCE-ID", "20310325T100000"), berlin("DTSTART", "20310326T143000")],
  ...[berlin("DTEND", "20310326T160000"), "END:VEVENT"],
);
/** Its half hours in UTC. */
const BUSY = [
  ...["03-04T09:00", "03-04T09:30", "03-11T09:00", "03-11T09:30"],
  ...["03-26T13:30", "03-26T14:00", "03-26T14:30"],
  ...["04-01T08:00", "04-01T08:30", "04-08T08:00", "04-08T08:30", "04-15T08:00", "04-15T08:30"],
].map(at);

function at(time: string): string {
  return `2031-${time}:00.000Z`;
}

/** The half hours of the range that a host's event type leaves out. */
async function closedTimes(host: Caller, eventTypeId: number): Promise<string[]> {
  const open = new Set(await timesOf(host, { eventTypeId, ...RANGE }));
  return ALL.map((time) => new Date(time).toISOString()).filter((time) => !open.has(time));
}

/** The body that connects a server with the calendar, and what deletes the events there. */
type Connection = [body: Record<string, unknown>, empty: () => Promise<void>];

async function serve(program: typeof RADICALE): Promise<Connection> {
  const server = await startCalDavServer(program);
  const account = { ...CREDENTIALS, url: server.calendarUrl };
  const event = { calendarUrl: server.calendarUrl, part: "weekly", uid: "weekly@example.com" };
  await putEvent(account, event, TEXT);
  return [{ type: "caldav", url: server.url, ...CREDENTIALS }, () => deleteEvent(account, event)];
}

async function serveFeed(): Promise<Connection> {
  const stub = await startCalendarStub(TEXT);
  const empty = async () => {
    stub.text = calendarOf();
  };
  return [{ type: "ics", url: `${stub.url}/feed.ics` }, empty];
}

test.each([
  ["Radicale", () => serve(RADICALE)],
  ["Xandikos", () => serve(XANDIKOS)],
  ["a feed", serveFeed],
])("a series over a clock change closes exactly its minutes, read from %s", async (_, start) => {
  const { host, eventTypeId } = await makeHostWithEventType();
  const [body, empty] = await start();
  const { calendarId } = await connect(host, body);
  expect(await closedTimes(host, eventTypeId)).toEqual(BUSY);
  const book = (time: string) => create(host, eventTypeId, { start: at(time) });
  for (const time of ["03-04T09:30", "03-26T14:30", "04-01T08:00", "04-15T08:30"])
    expect(await book(time), time).toMatchObject({ status: 409, json: { rule: "busy" } });
  // Just before and after an occurrence, and where one was excluded or moved away.
  const free = ["03-04T08:30", "03-04T10:00", "03-18T09:00", "03-25T09:00", "04-01T09:00"];
  for (const time of free) expect(await book(time), time).toMatchObject({ status: 200 });
  await empty();
  advance(30);
  expect(await syncCalendar(host, calendarId)).toMatchObject({ json: { calendar: { status: "ok" } } });
  expect(await closedTimes(host, eventTypeId)).toEqual(free.map(at));
});
