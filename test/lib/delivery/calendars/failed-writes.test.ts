import { describe, expect, it } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { CalendarEventItem, uidHashOf } from "#lib/delivery/calendars/entity.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, reschedule } from "#test/support/builders/builders.ts";
import {
  eventsIn,
  getCalendar,
  makeCalendarHost,
  referencesOf,
} from "#test/support/builders/calendar-hosts.ts";
import { syncCalendar } from "#test/support/builders/calendars.ts";
import { at as atHour } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useCalendarWrites } from "#test/support/cloud/calendar-writes.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

const { settle, pass, clock, lines } = useCalendarWrites();

/** Later than all retries. */
const at = (hour: number): string => atHour(hour, 20);
const WORK = "/ann/work/";
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const FAILURES = [
  [401, "calendar_credentials_rejected"],
  [403, "read_only_calendar"],
  [412, "calendar_invalid"],
  [500, "calendar_unreachable"],
  ["lost", "calendar_unreachable"],
  ["lost response", "calendar_unreachable"],
] as const;

/** Moves the clock to a second before an instant. */
const advanceAlmostTo = (instant: number): void => clock.advance((instant - clock.now()) / 1_000 - 1);

/** When a booking is tried again, in ms. */
async function nextAttempt(booking: StoredBooking): Promise<number | undefined> {
  const { userId } = booking;
  const event = await findItem(CalendarEventItem, { userId, uidHash: uidHashOf(booking) });
  return event?.wakesAt === undefined ? undefined : Date.parse(event.wakesAt);
}

const loggedWrites = () =>
  lines().filter(({ event }) => event === "calendar write" || event === "calendar write abandoned");

describe.each(FAILURES)("a server whose fault is %s", (fault, failure) => {
  it("gets the booking once it works again", async () => {
    const { host, eventType, stub, calendarId } = await makeCalendarHost();
    stub.fault = () => fault;
    const booking = await book(host, eventType, { start: at(9) });
    expect(await settle()).toBe(1);
    expect(loggedWrites()).toMatchObject([{ failure, "calendar.write_failed": 1 }]);
    expect(await referencesOf(booking)).toEqual([]);
    stub.fault = undefined;
    await pass(MINUTE);
    expect(eventsIn(stub)).toMatchObject([{ uid: booking.iCalUID }]);
    expect(await referencesOf(booking)).toEqual([[WORK, null]]);
    const { length } = stub.received;
    await pass(3 * MINUTE);
    expect(stub.received).toHaveLength(length);
    expect(await getCalendar(host, calendarId)).toMatchObject({ status: "ok", error: null });
  });
});

describe("a booking whose calendar can't be written", () => {
  it("is tried again after 5 s, 1 min, 5 min, 30 min, 2 h and 10 h; then the calendar is failing until a booking is written", async () => {
    const { host, eventType, stub, calendarId, connectionId } = await makeCalendarHost();
    stub.fault = () => 500;
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    const waits: number[] = [];
    for (let next = await nextAttempt(booking); next !== undefined; next = await nextAttempt(booking)) {
      waits.push((next - clock.now()) / 1_000);
      const { length } = stub.received;
      advanceAlmostTo(next);
      await sweepDueShards();
      await settle();
      expect(stub.received).toHaveLength(length);
      await pass(1);
      expect(stub.received).toHaveLength(length + 1);
    }
    expect(waits).toEqual([5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 10 * HOUR]);
    const failing = { status: "failing", error: "calendar_unreachable" };
    expect(await getCalendar(host, calendarId)).toMatchObject(failing);
    const path = { id: String(connectionId) };
    expect(await callEndpoint("calendar-connections.get", host, { path })).toMatchObject({
      json: { calendar_connection: failing },
    });
    expect(loggedWrites().at(-1)).toMatchObject({
      ...{ event: "calendar write abandoned", failure: "calendar_unreachable" },
      ...{ userId: host.userId, bookingId: booking.id, "calendar.write_abandoned": 1 },
    });
    stub.fault = undefined;
    await change(host, booking.id, { start: at(10) });
    await settle();
    expect(eventsIn(stub)).toMatchObject([{ start: at(10) }]);
    expect(await getCalendar(host, calendarId)).toMatchObject({ status: "ok", error: null });
  });

  it("is right after the server returns, whatever happened in the meantime", async () => {
    const { host, eventType, stub } = await makeCalendarHost();
    stub.fault = () => "lost";
    const moved = await book(host, eventType, { start: at(9) });
    const cancelled = await book(host, eventType, { start: at(10) });
    const replaced = await book(host, eventType, { start: at(11) });
    await settle();
    await change(host, moved.id, { start: at(12) });
    await cancel(host, cancelled.id);
    const newer = await reschedule(host, eventType, { start: at(13), rescheduleUid: replaced.uid });
    await pass(3 * MINUTE);
    expect(eventsIn(stub)).toEqual([]);
    stub.fault = undefined;
    await pass(6 * MINUTE);
    expect(eventsIn(stub).toSorted((a, b) => a.start.localeCompare(b.start))).toMatchObject([
      { uid: moved.iCalUID, start: at(12) },
      { uid: newer.iCalUID, start: at(13) },
    ]);
    expect(await referencesOf(moved)).toEqual([[WORK, null]]);
    expect(await referencesOf(cancelled)).toEqual([]);
    expect(await referencesOf(newer)).toEqual([[WORK, null]]);
  });

  it("because it became read-only leaves the credentials as they are, until it can be written again", async () => {
    const { host, eventType, stub, calendarId, connectionId } = await makeCalendarHost();
    stub.fault = ({ method }) => (method === "PUT" || method === "DELETE" ? 403 : undefined);
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    for (let next = await nextAttempt(booking); next !== undefined; next = await nextAttempt(booking)) {
      advanceAlmostTo(next);
      await pass(1);
    }
    const readOnly = { status: "failing", error: "read_only_calendar" };
    await syncCalendar(host, calendarId);
    expect(await getCalendar(host, calendarId)).toMatchObject(readOnly);
    const path = { id: String(connectionId) };
    expect(await callEndpoint("calendar-connections.get", host, { path })).toMatchObject({
      json: { calendar_connection: readOnly },
    });
    stub.fault = undefined;
    await change(host, booking.id, { start: at(10) });
    await settle();
    expect(await getCalendar(host, calendarId)).toMatchObject({ status: "ok", error: null });
  });

  it("is not sent while the server rejects the credentials of the calendar", async () => {
    const { host, eventType, stub, calendarId } = await makeCalendarHost();
    const key = { userId: host.userId, id: calendarId };
    const calendar = await findItem(CalendarItem, key);
    if (!calendar) throw new Error("There is no calendar.");
    await writeOne(replace(CalendarItem, calendar, { ...calendar, status: "rejected" }));
    await book(host, eventType, { start: at(9) });
    await settle();
    expect(stub.received).toEqual([]);
    expect(loggedWrites()).toMatchObject([{ failure: "calendar_credentials_rejected" }]);
  });

  it("is deleted from the former calendar later, if that one fails, and never held up by it", async () => {
    const [work, home] = [WORK, "/ann/home/"];
    const { host, eventType, stub, calendarIds } = await makeCalendarHost({}, [work, home]);
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    const path = { id: String(calendarIds[1]) };
    await callEndpoint("calendars.update", host, { path, body: { isDestination: true } });
    stub.fault = ({ path: requested }) => (requested.startsWith(work) ? 500 : undefined);
    await change(host, booking.id, { start: at(10) });
    await settle();
    expect(eventsIn(stub).map((event) => event.path)).toHaveLength(2);
    expect(await referencesOf(booking)).toEqual([
      [work, null],
      [home, null],
    ]);
    stub.fault = undefined;
    await pass(MINUTE);
    expect(eventsIn(stub)).toMatchObject([{ path: expect.stringContaining(home), start: at(10) }]);
    expect(await referencesOf(booking)).toEqual([
      [work, true],
      [home, null],
    ]);
  });
});

it("log lines have no names, addresses or texts of a booking, nor of the server", async () => {
  const { host, eventType, stub } = await makeCalendarHost();
  stub.fault = () => 500;
  const title = "Very private title";
  const booking = await book(host, eventType, { start: at(9), title });
  await settle();
  const text = JSON.stringify(lines());
  expect(text).toContain("calendar write");
  for (const secret of [title, booking.iCalUID, WORK, "their secret text", booking.attendees[0]?.email ?? ""])
    expect(text).not.toContain(secret);
});
