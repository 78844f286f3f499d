import { describe, expect, it } from "vitest";
import { idempotencyKeyRow } from "#lib/bookings/booking-key.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { remove, replace, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import { book, makeEventType, reserve } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { check, HOUR, makeBooking, START } from "./broken-calendar.ts";

useLocalTable();
const setMinutes = ({ userId }: StoredBooking, minutes: Record<string, unknown>) =>
  writeOne(update(ClaimRow, { userId, hour: HOUR }, { set: { userId, hour: HOUR, ...minutes } }));

describe("the check of a host's rows", () => {
  it("finds nothing in a correct calendar", async () => {
    const { host, eventType, booking } = await makeBooking({ seatsPerTimeSlot: 3, afterEventBuffer: 45 });
    await book(host, eventType, { start: START });
    const cancelled = await book(host, eventType, { start: "2030-03-04T23:50:00Z" });
    await cancelBooking(host, { id: cancelled.id }, {});
    expect(await check(booking)).toEqual([]);
    expect(await check(await makeBooking().then((other) => other.booking))).toEqual([]);
  });

  it("finds nothing wrong with reservations, except in the minutes of a booking", async () => {
    const { host, eventType, booking } = await makeBooking();
    await reserve(host, eventType, { start: "2030-03-04T09:30:00Z" });
    const seated = await makeEventType(host, { seatsPerTimeSlot: 2 });
    await reserve(host, seated, { start: "2030-03-04T10:00:00Z" });
    expect(await check(booking)).toEqual([]);
    await setMinutes(booking, { m05: "reservation/abc/1900000000" });
    expect(await check(booking)).toMatchObject([
      { expected: `booking ${booking.id}`, found: "reservation/abc/1900000000" },
    ]);
  });

  it("requires a system admin", async () => {
    const { host } = await makeBooking();
    await expect(checkClaims(host, host.userId)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("finds minutes that a booking does not have any more, with their new owner", async () => {
    const { booking } = await makeBooking();
    const { userId } = booking;
    await writeOne(update(ClaimRow, { userId, hour: HOUR }, { remove: ["m05", "m06"] }));
    await setMinutes(booking, { m20: 999_999 });
    const part = { userId, part: "minutes", expected: `booking ${booking.id}` };
    expect(await check(booking)).toEqual([
      { ...part, subject: "2030-03-04T09:05Z/2030-03-04T09:07Z", found: "nobody" },
      { ...part, subject: "2030-03-04T09:20Z/2030-03-04T09:21Z", found: "booking 999999" },
    ]);
  });

  it("finds missing rows", async () => {
    const { booking } = await makeBooking();
    await writeOne(remove(ClaimRow, { userId: booking.userId, hour: HOUR }));
    expect(await check(booking)).toMatchObject([
      { subject: "2030-03-04T09:00Z/2030-03-04T09:30Z", found: "nobody" },
    ]);
  });

  it("finds the minutes of a future booking without a claim", async () => {
    const { booking } = await makeBooking();
    const { userId, id } = booking;
    await writeOne(remove(ClaimRow, { userId, hour: HOUR }));
    await writeOne(replace(BookingItem, booking, { ...booking, claim: null }));
    expect(await check(booking)).toContainEqual({
      ...{ userId, part: "minutes", subject: "2030-03-04T09:00Z/2030-03-04T09:30Z" },
      ...{ expected: `booking ${id}`, found: "nobody" },
    });
  });

  it("finds minutes of a cancelled booking, and of an unknown slot", async () => {
    const { host, booking } = await makeBooking();
    await cancelBooking(host, { id: booking.id }, {});
    await setMinutes(booking, { m58: booking.id, m59: `${booking.eventTypeId}@gone` });
    const part = { userId: host.userId, part: "minutes", expected: "nobody" };
    expect(await check(booking)).toEqual([
      { ...part, subject: "2030-03-04T09:58Z/2030-03-04T09:59Z", found: `booking ${booking.id}` },
      { ...part, subject: "2030-03-04T09:59Z/2030-03-04T10:00Z", found: `slot ${booking.eventTypeId}@gone` },
    ]);
  });

  it("finds bookings that overlap", async () => {
    const { host, eventType, booking } = await makeBooking();
    const other = await book(host, eventType, { start: "2030-03-04T11:00:00Z" });
    const { id } = other;
    const claim = { slot: null, from: HOUR * 60 + 15, to: HOUR * 60 + 45 };
    await writeOne(replace(BookingItem, other, { ...other, claim }));
    expect(await check(booking)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ expected: `booking ${id}`, found: `booking ${booking.id}` }),
        expect.objectContaining({ expected: "nobody", found: `booking ${id}` }),
      ]),
    );
  });

  it("finds a slot with wrong seats or bookings, one without bookings and a missing one", async () => {
    const { booking } = await makeBooking({ seatsPerTimeSlot: 3 });
    const { userId, claim } = booking;
    const slot = claim?.slot ?? "";
    const subject = { userId, part: "slot", subject: slot };
    const interval = "2030-03-04T09:00Z/2030-03-04T09:30Z";
    const name = `${booking.id} ${booking.uid}`;
    await writeOne(update(SeatedTimeItem, { userId, slot }, { add: { taken: 1 } }));
    expect(await check(booking)).toEqual([
      {
        ...subject,
        expected: `1 bookings (${name}) with 1 seats, ${interval}`,
        found: `1 bookings (${name}) with 2 seats, ${interval}`,
      },
    ]);
    await writeOne(
      update(SeatedTimeItem, { userId, slot }, { remove: [`booking:${booking.id}`], add: { taken: -1 } }),
    );
    expect(await check(booking)).toMatchObject([{ found: `1 bookings () with 1 seats, ${interval}` }]);
    await writeOne(remove(SeatedTimeItem, { userId, slot }));
    expect(await check(booking)).toEqual([
      { ...subject, expected: `1 bookings (${name}) with 1 seats, ${interval}`, found: "no slot" },
    ]);
    const left = { userId, slot: "7@left", from: HOUR * 60, to: HOUR * 60 + 30, taken: 1, holders: 1 };
    await writeOne(update(SeatedTimeItem, { userId, slot: "7@left" }, { set: left }));
    expect(await check(booking)).toContainEqual({
      ...subject,
      subject: "7@left",
      expected: "no slot",
      found: `1 bookings () with 1 seats, ${interval}`,
    });
  });

  it("finds missing idempotency keys, and keys of cancelled bookings", async () => {
    const { host, eventType } = await makeBooking();
    const { userId } = host;
    const start = (hour: number) => `2030-03-04T${hour}:00:00Z`;
    const booking = await book(host, eventType, { start: start(13), idempotencyKey: "first" });
    await writeOne(remove(UniqueItem, idempotencyKeyRow(booking)));
    const cancelled = await book(host, eventType, { start: start(11), idempotencyKey: "second" });
    await cancelBooking(host, { id: cancelled.id }, {});
    await writeOne(
      update(UniqueItem, idempotencyKeyRow(cancelled), {
        set: { ...idempotencyKeyRow(cancelled), owner: cancelled.id },
      }),
    );
    const key = (id: number) => ({ userId, part: "key", subject: `idempotency key of booking ${id}` });
    expect(await check(booking)).toEqual([
      { ...key(booking.id), expected: `booking ${booking.id}`, found: "nobody" },
      { ...key(cancelled.id), expected: "nobody", found: `booking ${cancelled.id}` },
    ]);
  });

  it("finds meetings that are due at a wrong time, not due, or due although they are cancelled", async () => {
    const { host, eventType, booking } = await makeBooking();
    const { userId, id } = booking;
    const other = await book(host, eventType, { start: "2030-03-04T11:00:00Z" });
    const cancelled = await book(host, eventType, { start: "2030-03-04T13:00:00Z" });
    await cancelBooking(host, { id: cancelled.id }, {});
    await writeOne(update(BookingItem, { userId, id }, { remove: ["wakesAt"] }));
    const wakesAt = "2030-03-04T12:00:00.000Z";
    await writeOne(update(BookingItem, { userId, id: other.id }, { set: { wakesAt } }));
    const due = duePartition("meetings", cancelled.id);
    await writeOne(update(BookingItem, { userId, id: cancelled.id }, { set: { due, wakesAt } }));
    const part = (of: StoredBooking) => ({ userId, part: "meeting", subject: `meeting of booking ${of.id}` });
    const begins = (of: StoredBooking) => `MEETING_STARTED at ${of.startTime}`;
    expect(await check(booking)).toEqual([
      { ...part(booking), expected: begins(booking), found: "nothing due" },
      { ...part(other), expected: begins(other), found: `MEETING_STARTED at ${wakesAt}` },
      { ...part(cancelled), expected: "nothing due", found: `MEETING_STARTED at ${wakesAt}` },
    ]);
    const before = await findItem(BookingItem, { userId, id });
    if (before) await writeOne(replace(BookingItem, before, { ...before, nextMeetingTrigger: null }));
    expect(await check(booking)).toContainEqual({
      ...part(booking),
      expected: begins(booking),
      found: "nothing due",
    });
  });
});
