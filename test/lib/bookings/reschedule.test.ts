import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import {
  claimedMinutes,
  claimedRange,
  countOutcomes,
  listTriggers,
} from "#test/support/builders/calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const at = (time: string) => `2030-03-04T${time}:00.000Z`;

async function makeBooking(eventType: Record<string, unknown> = {}) {
  const host = await makeHost();
  const made = await makeEventType(host, eventType);
  return { host, eventType: made, original: await book(host, made, { start: at("09:00") }) };
}
const findStored = (booking: StoredBooking) => findItem(BookingItem, booking);

describe("rescheduling a booking", () => {
  it("cancels it, books the new time and records one event", async () => {
    const { host, eventType, original } = await makeBooking();
    const booking = await reschedule(host, eventType, { start: at("11:00"), rescheduleUid: original.uid });
    expect(booking).toMatchObject({ status: "ACCEPTED", fromReschedule: original.uid });
    expect(await findStored(original)).toMatchObject({ status: "CANCELLED", rescheduled: true });
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED", "BOOKING_RESCHEDULED"]);
    const [event] = (await queryAll(EventItem, host)).filter(({ bookingId }) => bookingId === booking.id);
    expect(JSON.parse(event?.payload ?? "{}")).toMatchObject({
      uid: booking.uid,
      rescheduleUid: original.uid,
      rescheduleStartTime: original.startTime,
      rescheduledBy: `host${host.userId}@example.com`,
    });
    expect(await claimedRange(host)).toEqual({ from: at("11:00"), to: at("11:30"), count: 30 });
  });

  it("keeps the event in calendars, with a revision after the original's cancellation", async () => {
    const { host, eventType, original } = await makeBooking();
    const moved = await reschedule(host, eventType, { start: at("11:00"), rescheduleUid: original.uid });
    expect(moved).toMatchObject({ iCalUID: original.iCalUID, iCalSequence: 2 });
    expect(await findStored(original)).toMatchObject({ iCalUID: original.iCalUID, iCalSequence: 1 });
    const again = await reschedule(host, eventType, { start: at("13:00"), rescheduleUid: moved.uid });
    expect(again).toMatchObject({ iCalUID: original.iCalUID, iCalSequence: 4 });
    const [event] = (await queryAll(EventItem, host)).filter(({ bookingId }) => bookingId === again.id);
    expect(JSON.parse(event?.payload ?? "{}")).toMatchObject({
      uid: again.uid,
      iCalUID: original.iCalUID,
      iCalSequence: 4,
    });
  });

  it("can reuse a part of its time, or all of it", async () => {
    const { host, eventType, original } = await makeBooking();
    const moved = await reschedule(host, eventType, { start: at("09:15"), rescheduleUid: original.uid });
    expect(await claimedRange(host)).toEqual({ from: at("09:15"), to: at("09:45"), count: 30 });
    const same = await reschedule(host, eventType, { start: at("09:15"), rescheduleUid: moved.uid });
    expect(same.id).not.toBe(moved.id);
    expect(await claimedMinutes(host)).toBe(30);
  });

  it("by the same booker to the same time moves the key", async () => {
    const { host, eventType, original } = await makeBooking();
    const fields = { start: at("09:00"), rescheduleUid: original.uid, responses: original.responses };
    const again = await reschedule(host, eventType, fields);
    expect(again.idempotencyKey).toBe(original.idempotencyKey);
    await cancelBooking(host, { id: again.id }, {});
    expect(
      (await book(host, eventType, { start: at("09:00"), responses: original.responses })).id,
    ).toBeGreaterThan(0);
  });

  it("changes nothing if the new time is in use", async () => {
    const { host, eventType, original } = await makeBooking();
    await book(host, eventType, { start: at("11:00") });
    await expect(
      reschedule(host, eventType, { start: at("11:15"), rescheduleUid: original.uid }),
    ).rejects.toMatchObject({ code: "no_available_users_found_error" });
    expect(await findStored(original)).toEqual(original);
  });

  it("is rejected for a cancelled booking, and not found for another user's", async () => {
    const { host, eventType, original } = await makeBooking();
    const stranger = await makeHost();
    const theirs = await makeEventType(stranger);
    const fields = { start: at("11:00"), rescheduleUid: original.uid };
    await expect(reschedule(stranger, theirs, fields)).rejects.toMatchObject({ code: "not_found" });
    await cancelBooking(host, { id: original.id }, {});
    await expect(reschedule(host, eventType, fields)).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/rescheduleUid" }],
    });
  });

  it("moves a seat within its slot and to another one", async () => {
    const { host, eventType, original } = await makeBooking({ seatsPerTimeSlot: 2 });
    await book(host, eventType, { start: at("09:00") });
    const same = await reschedule(host, eventType, { start: at("09:00"), rescheduleUid: original.uid });
    await reschedule(host, eventType, { start: at("11:00"), rescheduleUid: same.uid });
    await book(host, eventType, { start: at("09:00") });
    expect(await countOutcomes([book(host, eventType, { start: at("09:00") })])).toEqual({
      booking_seats_full: 1,
    });
    expect(await claimedMinutes(host)).toBe(60);
  });

  it("moves to another host's event type", async () => {
    const { host, original } = await makeBooking();
    const other = await makeHost();
    const eventType = await makeEventType(other, { bookableBy: "anyone" });
    const booking = await reschedule(host, eventType, { start: at("09:00"), rescheduleUid: original.uid });
    expect(booking.userId).toBe(other.userId);
    expect([await claimedMinutes(host), await claimedMinutes(other)]).toEqual([0, 30]);
  });

  it("by an admin names nobody who has rescheduled it", async () => {
    const { host, eventType, original } = await makeBooking();
    const fields = { start: at("11:00"), rescheduleUid: original.uid };
    const { id } = await reschedule(await makeHost("ADMIN"), eventType, fields);
    const [event] = (await queryAll(EventItem, host)).filter(({ bookingId }) => bookingId === id);
    expect(JSON.parse(event?.payload ?? "{}")).toMatchObject({
      rescheduleUid: original.uid,
      rescheduledBy: null,
    });
  });

  it("succeeds once in two concurrent calls", async () => {
    const { host, eventType, original } = await makeBooking();
    const tries = ["11:00", "13:00"].map((time) =>
      reschedule(host, eventType, { start: at(time), rescheduleUid: original.uid }),
    );
    expect(await countOutcomes(tries)).toEqual({ won: 1, invalid_request: 1 });
    expect(await claimedMinutes(host)).toBe(30);
  });

  it("keeps the minutes of a slot within it, even if the buffers have changed", async () => {
    const { host, eventType, original } = await makeBooking({ seatsPerTimeSlot: 2 });
    await updateEventType(host, eventType, { afterEventBuffer: 15 });
    setClock(() => Date.now() + 6_000);
    const booking = await reschedule(host, eventType, { start: at("09:00"), rescheduleUid: original.uid });
    setClock(Date.now);
    expect(booking.claim).toEqual(original.claim);
    await cancelBooking(host, { id: booking.id }, {});
    expect(await claimedMinutes(host)).toBe(0);
  });

  it("is rejected if hours and guests do not fit into one transaction", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { length: 2_159 });
    const guests = Array.from({ length: 10 }, (_, guest) => `guest${guest}@example.com`);
    const responses = { name: "Ann", email: "ann@example.com", guests };
    const original = await book(host, eventType, { start: at("09:00"), responses });
    const later = { start: "2030-04-04T09:30:00Z", rescheduleUid: original.uid };
    await expect(reschedule(host, eventType, { ...later, responses })).rejects.toMatchObject({
      code: "booking_too_long",
    });
    expect(await findStored(original)).toMatchObject({ status: "ACCEPTED" });
  });
});
