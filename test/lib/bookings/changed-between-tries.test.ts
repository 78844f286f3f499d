import { describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import type { Caller } from "#lib/caller.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { addAttendee } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule, reserve } from "#test/support/builders/builders.ts";
import { claimedMinutes } from "#test/support/builders/calendar.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2030-03-04T10:00:00.000Z";
const HALF_PAST = "2030-03-04T10:30:00.000Z";
const FULL = { code: "booking_seats_full" };

const change = (host: Caller, id: number, changes: object) =>
  updateBooking(host, { id }, BookingUpdate.parse(changes));

/** Runs a function between the first try of the next write, whose condition fails, and the second one. */
const beforeSecondTry = (run: () => Promise<unknown>): void =>
  beforeNextTransaction(async () => beforeNextTransaction(run));

describe("items that change between the tries of a write", () => {
  it("a rejected booking is rescheduled to its own time, next to a reservation that has expired", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const longer = await makeEventType(host, { length: 60 });
    const { id, uid } = await book(host, eventType, { start: START });
    await reserve(host, eventType, { start: HALF_PAST });
    passMinutes(5);
    beforeSecondTry(() => change(host, id, { status: "REJECTED" }));
    await reschedule(host, longer, { start: START, rescheduleUid: uid });
    await expectConsistentCalendar(host.userId);
    expect(await claimedMinutes(host)).toBe(60);
  });

  it("a seat is freed, and then a booking that moves to its slot gets an attendee", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { seatsPerTimeSlot: 3 });
    const moving = await book(host, eventType, { start: "2030-03-04T12:00:00.000Z" });
    await updateEventType(host, eventType, { afterEventBuffer: 15 });
    passMinutes(1);
    const { id } = await book(host, eventType, { start: START });
    await book(host, eventType, { start: START });
    beforeSecondTry(async () => {
      await cancelBooking(host, { id }, {});
      await addAttendee(host, moving);
    });
    await change(host, moving.id, { start: START });
    await expectConsistentCalendar(host.userId);
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(FULL);
  });

  it("a seat that is reserved while the last booking leaves its slot stays reserved", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { seatsPerTimeSlot: 3 });
    const booking = await book(host, eventType, { start: START });
    const guest = await addAttendee(host, booking);
    beforeSecondTry(async () => {
      await deleteAttendee(host, { id: guest.id });
      await reserve(host, eventType, { start: START });
    });
    await cancelBooking(host, { id: booking.id }, {});
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toMatchObject([{ taken: 1, holders: 0 }]);
    expect(await claimedMinutes(host)).toBe(30);
    await expectConsistentCalendar(host.userId);
  });

  it.each(["rescheduled", "moved"])(
    "a booking that has moved to another slot is %s within its time",
    async (how) => {
      const host = await makeHost();
      const eventType = await makeEventType(host, { seatsPerTimeSlot: 3 });
      const { id, uid } = await book(host, eventType, { start: "2030-03-04T12:00:00.000Z" });
      beforeNextTransaction(() => change(host, id, { start: START }));
      const start = "2030-03-04T10:15:00.000Z";
      if (how === "moved") await change(host, id, { start });
      else await reschedule(host, eventType, { start, rescheduleUid: uid });
      await expectConsistentCalendar(host.userId);
      expect(await claimedMinutes(host)).toBe(30);
    },
  );
});
