import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { claimedRange } from "#test/support/builders/calendar.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** A local time with its UTC offset, the same time in UTC, and the minutes by which the zone is ahead of UTC then. */
interface Moment {
  name: string;
  timeZone: string;
  local: string;
  instant: string;
  utcOffset: number;
}

/** The last half hour before clocks change and the first after it; the hour that a clock change repeats, both times. */
const MOMENTS: Moment[] = [
  ...around("Europe/Zurich", "spring", ["2030-03-31T01:30:00+01:00", "2030-03-31T03:00:00+02:00"]),
  ...around("Europe/Zurich", "autumn", ["2030-10-27T02:30:00+02:00", "2030-10-27T02:30:00+01:00"]),
  ...around("America/New_York", "spring", ["2030-03-10T01:30:00-05:00", "2030-03-10T03:00:00-04:00"]),
  ...around("America/New_York", "autumn", ["2030-11-03T01:30:00-04:00", "2030-11-03T01:30:00-05:00"]),
  ...around("Australia/Lord_Howe", "spring", ["2030-10-06T01:30:00+10:30", "2030-10-06T02:30:00+11:00"]),
  ...around("Australia/Lord_Howe", "autumn", ["2030-04-07T01:30:00+11:00", "2030-04-07T01:30:00+10:30"]),
  ...around("America/Santiago", "spring", ["2030-09-07T23:30:00-04:00", "2030-09-08T01:00:00-03:00"]),
  ...around("America/Santiago", "autumn", ["2030-04-06T23:30:00-03:00", "2030-04-06T23:30:00-04:00"]),
  ...around("Africa/Cairo", "spring", ["2030-04-25T23:30:00+02:00", "2030-04-26T01:00:00+03:00"]),
  ...around("Africa/Cairo", "autumn", ["2030-10-31T23:30:00+03:00", "2030-10-31T23:30:00+02:00"]),
  moment("a leap day begins", "Asia/Kathmandu", "2032-02-29T00:00:00+05:45"),
  moment("a leap day ends", "Asia/Kathmandu", "2032-02-29T23:45:00+05:45"),
  moment("over midnight", "Pacific/Apia", "2030-03-04T23:45:00+13:00"),
  moment("over midnight UTC", "UTC", "2030-03-04T23:45:00Z"),
  moment("over a year's end", "Pacific/Kiritimati", "2030-12-31T23:45:00+14:00"),
  moment("over a year's end UTC", "UTC", "2030-12-31T23:59:00Z"),
];

function around(timeZone: string, season: string, [before, after]: [string, string]): Moment[] {
  const name = `${timeZone} in ${season},`;
  return [
    moment(`${name} before clocks change`, timeZone, before),
    moment(`${name} after clocks change`, timeZone, after),
  ];
}

function moment(name: string, timeZone: string, local: string): Moment {
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)$/.exec(local) ?? [];
  const ahead = Number(hours) * 60 + Number(minutes);
  const utcOffset = sign === "-" ? -ahead : ahead;
  return { name, timeZone, local, instant: new Date(local).toISOString(), utcOffset };
}

const Payload = z.object({
  startTime: z.string(),
  endTime: z.string(),
  organizer: z.object({ utcOffset: z.int() }),
  attendees: z.array(z.object({ timeZone: z.string(), utcOffset: z.int() })),
});

/** Returns the payload of the last event of a booking. */
async function getLastPayload({ id, userId, eventSequence }: StoredBooking) {
  const events = await queryAll(EventItem, { userId });
  const last = events.find(({ bookingId, sequence }) => bookingId === id && sequence === eventSequence);
  return Payload.parse(JSON.parse(last?.payload ?? "{}"));
}

const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();
const change = (host: Caller, { id }: StoredBooking, changes: object) =>
  updateBooking(host, { id }, BookingUpdate.parse(changes));

async function makeHostAndEventType() {
  const host = await makeHost();
  return { host, eventType: await makeEventType(host, { length: 30 }) };
}

describe.for(MOMENTS)("$name $local", ({ timeZone, local, instant, utcOffset }) => {
  const times = { startTime: instant, endTime: later(instant, 30) };
  const payload = { ...times, attendees: [{ timeZone, utcOffset }] };
  const claimed = { from: instant, to: later(instant, 30), count: 30 };

  it("is the right instant in a new booking", async () => {
    const { host, eventType } = await makeHostAndEventType();
    const booking = await book(host, eventType, { start: local, timeZone });
    expect(booking).toMatchObject(times);
    expect(await claimedRange(host)).toEqual(claimed);
    expect(await getLastPayload(booking)).toMatchObject(payload);
  });

  it("is the right instant when a booking is moved to it", async () => {
    const { host, eventType } = await makeHostAndEventType();
    const booking = await book(host, eventType, { start: later(instant, -1440), timeZone });
    const end = new Date(Date.parse(local) + 1_800_000).toISOString();
    const moved = await change(host, booking, { start: local, end });
    expect(moved).toMatchObject(times);
    expect(await claimedRange(host)).toEqual(claimed);
    expect(await getLastPayload(moved)).toMatchObject(payload);
  });
});

it("the hour that a clock change repeats is two hours: each can be booked", async () => {
  const { host, eventType } = await makeHostAndEventType();
  for (const start of ["2030-10-27T02:30:00+02:00", "2030-10-27T02:30:00+01:00"])
    await book(host, eventType, { start, timeZone: "Europe/Zurich" });
  const bookings = await expectConsistentCalendar(host.userId);
  expect(bookings.map(({ startTime }) => startTime)).toEqual([
    "2030-10-27T00:30:00.000Z",
    "2030-10-27T01:30:00.000Z",
  ]);
  const offsets = await Promise.all(bookings.map(getLastPayload));
  expect(offsets.map(({ attendees }) => attendees[0]?.utcOffset)).toEqual([120, 60]);
  expect(offsets.map(({ organizer }) => organizer.utcOffset)).toEqual([120, 60]);
});

describe("a start in the past by a millisecond", () => {
  const START = "2030-03-04T09:00:00.000Z";
  const PAST = { code: "booking_in_the_past" };
  const setNow = (milliseconds: number) => setClock(() => Date.parse(START) + milliseconds);

  it("can't be booked; the present can", async () => {
    const { host, eventType } = await makeHostAndEventType();
    setNow(1);
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(PAST);
    setNow(0);
    expect(await book(host, eventType, { start: START })).toMatchObject({ startTime: START });
  });

  it("can't be the new start of a booking; the present can", async () => {
    const { host, eventType } = await makeHostAndEventType();
    const booking = await book(host, eventType, { start: "2030-03-04T12:00:00Z" });
    setNow(1);
    await expect(change(host, booking, { start: START })).rejects.toMatchObject(PAST);
    setNow(0);
    expect(await change(host, booking, { start: START, end: later(START, 30) })).toMatchObject({
      startTime: START,
    });
  });

  it("stays the same if only the end changes", async () => {
    const { host, eventType } = await makeHostAndEventType();
    const booking = await book(host, eventType, { start: START });
    setNow(1);
    const end = later(START, 45);
    expect(await change(host, booking, { end })).toMatchObject({ startTime: START, endTime: end });
    expect(await change(host, booking, { start: START, end: later(START, 60) })).toMatchObject({
      endTime: later(START, 60),
    });
  });
});
