import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { listSlots } from "#lib/bookings/list-slots.ts";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { SlotsQuery } from "#lib/calendar/slots/query.ts";
import type { Caller } from "#lib/caller.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost, reserve } from "#test/support/builders/builders.ts";
import { claimedMinutes, countOutcomes } from "#test/support/builders/calendar.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2030-03-04T09:00:00.000Z";
const LATER = "2030-03-04T11:00:00.000Z";
const FULL = { code: "booking_seats_full" };
const BUSY = { code: "no_available_users_found_error" };

async function makeCalendar(seatsPerTimeSlot: number) {
  const host = await makeHost();
  const eventType = await makeEventType(host, { seatsPerTimeSlot });
  return { host, eventType, exclusive: await makeEventType(host) };
}

/** Returns the listed slot at START: the number of seats in use, `free` without bookings, or undefined. */
async function findSlotAtStart(host: Caller, eventType: EventType, more: Record<string, string> = {}) {
  const query = {
    eventTypeId: String(eventType.id),
    startTime: START,
    endTime: "2030-03-04T09:30:00Z",
    ...more,
  };
  const [slot] = Object.values((await listSlots(host, SlotsQuery.parse(query))).slots).flat();
  return slot && (slot.attendees ?? "free");
}

describe("a reservation of a seat", () => {
  it("uses one seat, and the others can be booked", async () => {
    const { host, eventType, exclusive } = await makeCalendar(2);
    const { uid } = await reserve(host, eventType, { start: START });
    expect(await findSlotAtStart(host, eventType)).toBe(1);
    expect(await findSlotAtStart(host, eventType, { reservationUid: uid })).toBe("free");
    expect(await findSlotAtStart(host, exclusive)).toBeUndefined();
    await expect(book(host, exclusive, { start: START })).rejects.toMatchObject(BUSY);
    await book(host, eventType, { start: START });
    expect(await findSlotAtStart(host, eventType)).toBeUndefined();
    expect(await findSlotAtStart(host, eventType, { reservationUid: uid })).toBe(1);
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(FULL);
    await expect(reserve(host, eventType, { start: START })).rejects.toMatchObject(FULL);
    await book(host, eventType, { start: START, reservationUid: uid });
    await expectConsistentCalendar(host.userId);
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toMatchObject([{ taken: 2, holders: 2 }]);
  });

  it("frees its seat and its minutes when it expires", async () => {
    const { host, eventType, exclusive } = await makeCalendar(1);
    await reserve(host, eventType, { start: START });
    await reserve(host, eventType, { start: LATER });
    passMinutes(5);
    expect(await findSlotAtStart(host, eventType)).toBe("free");
    expect(await findSlotAtStart(host, exclusive)).toBe("free");
    await book(host, exclusive, { start: START });
    await book(host, eventType, { start: LATER });
    await expectConsistentCalendar(host.userId);
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(BUSY);
  });

  it("frees its seat in a slot with bookings when it expires", async () => {
    const { host, eventType } = await makeCalendar(3);
    await book(host, eventType, { start: START });
    await reserve(host, eventType, { start: START, ttlMinutes: 5 });
    const { uid } = await reserve(host, eventType, { start: START, ttlMinutes: 20 });
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(FULL);
    passMinutes(5);
    expect(await findSlotAtStart(host, eventType)).toBe(2);
    await book(host, eventType, { start: START });
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(FULL);
    await book(host, eventType, { start: START, reservationUid: uid });
    await expectConsistentCalendar(host.userId);
  });

  it("has room for a guest on the seat of a reservation that has expired", async () => {
    const { host, eventType } = await makeCalendar(3);
    await book(host, eventType, { start: START });
    await reserve(host, eventType, { start: START });
    const { uid } = await reserve(host, eventType, { start: START, ttlMinutes: 20 });
    passMinutes(5);
    const responses = { name: "Ann", email: "ann@example.com", guests: ["guest@example.com"] };
    await book(host, eventType, { start: START, reservationUid: uid, responses });
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toMatchObject([{ taken: 3, holders: 2 }]);
    await expectConsistentCalendar(host.userId);
  });

  it("that has lost its seat to a function with a later clock is booked with a free seat", async () => {
    const { host, eventType } = await makeCalendar(2);
    const { uid } = await reserve(host, eventType, { start: START });
    await reserve(host, eventType, { start: START });
    beforeNextTransaction(async () => {
      passMinutes(6);
      // Removes both expired seats.
      await book(host, eventType, { start: START });
      passMinutes(-6);
    });
    await book(host, eventType, { start: START, reservationUid: uid });
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(FULL);
    await expectConsistentCalendar(host.userId);
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toMatchObject([{ taken: 2, holders: 2 }]);
  });

  it("keeps the slot when the last booking leaves; without it the slot is removed", async () => {
    const { host, eventType, exclusive } = await makeCalendar(2);
    const { id } = await book(host, eventType, { start: START });
    const { uid } = await reserve(host, eventType, { start: START });
    await cancelBooking(host, { id }, {});
    expect(await findSlotAtStart(host, eventType)).toBe(1);
    await expect(book(host, exclusive, { start: START })).rejects.toMatchObject(BUSY);
    await deleteReservation(host, { uid });
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toEqual([]);
    expect(await claimedMinutes(host)).toBe(0);
    await expectConsistentCalendar(host.userId);
  });

  it("keeps the minutes of the slot when a booking leaves, which can move to another time", async () => {
    const { host, eventType } = await makeCalendar(2);
    const { id } = await book(host, eventType, { start: START });
    await reserve(host, eventType, { start: START });
    const overlapping = { startTime: "2030-03-04T09:15:00.000Z", endTime: "2030-03-04T09:45:00.000Z" };
    await expect(updateBooking(host, { id }, overlapping)).rejects.toMatchObject(BUSY);
    await updateBooking(host, { id }, { startTime: LATER, endTime: "2030-03-04T11:30:00.000Z" });
    await expectConsistentCalendar(host.userId);
    expect(await claimedMinutes(host)).toBe(60);
    passMinutes(5);
    expect(await findSlotAtStart(host, eventType)).toBe("free");
    await cancelBooking(host, { id }, {});
    await expectConsistentCalendar(host.userId);
  });

  it("keeps the slot's minutes until the last reservation expires", async () => {
    const { host, eventType, exclusive } = await makeCalendar(3);
    await reserve(host, eventType, { start: START, ttlMinutes: 10 });
    const { uid } = await reserve(host, eventType, { start: START, ttlMinutes: 30 });
    await reserve(host, eventType, { start: START, ttlMinutes: 5 });
    passMinutes(10);
    await expect(book(host, exclusive, { start: START })).rejects.toMatchObject(BUSY);
    await reserve(host, eventType, { start: START, ttlMinutes: 1 });
    await deleteReservation(host, { uid });
    expect(await findSlotAtStart(host, eventType)).toBe(1);
    passMinutes(1);
    await book(host, exclusive, { start: START });
    await expectConsistentCalendar(host.userId);
  });

  it("that has expired doesn't set the minutes of a later booking", async () => {
    const { host, eventType } = await makeCalendar(1);
    await reserve(host, eventType, { start: START });
    await updateEventType(host, eventType, { afterEventBuffer: 15 });
    passMinutes(5);
    await book(host, eventType, { start: START });
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toMatchObject([{ taken: 1, holders: 1 }]);
    await expectConsistentCalendar(host.userId);
  });

  it("that has expired doesn't affect a later reservation", async () => {
    const { host, eventType, exclusive } = await makeCalendar(2);
    for (const start of [START, LATER]) await reserve(host, eventType, { start });
    await updateEventType(host, eventType, { afterEventBuffer: 15 });
    passMinutes(5);
    await book(host, exclusive, { start: LATER });
    await expect(reserve(host, eventType, { start: LATER })).rejects.toMatchObject(BUSY);
    const { uid, claim } = await reserve(host, eventType, { start: START });
    expect(claim.to - claim.from).toBe(45);
    await book(host, eventType, { start: START, reservationUid: uid });
    await expectConsistentCalendar(host.userId);
  });

  it("succeeds for three of ten concurrent requests for three seats, together with bookings", async () => {
    const { host, eventType } = await makeCalendar(3);
    const tries = Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0 ? reserve(host, eventType, { start: START }) : book(host, eventType, { start: START }),
    );
    expect(await countOutcomes(tries)).toEqual({ won: 3, booking_seats_full: 7 });
    await expectConsistentCalendar(host.userId);
    passMinutes(5);
    await Promise.allSettled(Array.from({ length: 5 }, () => book(host, eventType, { start: START })));
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toMatchObject([{ taken: 3, holders: 3 }]);
    await expectConsistentCalendar(host.userId);
  });
});

it("a reservation from before its event type had seats is booked, and the other seats are free", async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host, { beforeEventBuffer: 10 });
  const { uid } = await reserve(host, eventType, { start: START });
  await updateEventType(host, { id: eventType.id }, { seatsPerTimeSlot: 2, beforeEventBuffer: 0 });
  passMinutes(1);
  await expect(book(host, eventType, { start: START })).rejects.toMatchObject(BUSY);
  await book(host, eventType, { start: START, reservationUid: uid });
  await book(host, eventType, { start: START });
  await expect(book(host, eventType, { start: START })).rejects.toMatchObject(FULL);
  await expectConsistentCalendar(host.userId);
  expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toMatchObject([{ taken: 2, holders: 2 }]);
});
