import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { claimedRange } from "#test/support/builders/calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const at = (time: string) => `2030-03-04T${time}:00.000Z`;
const change = (caller: Caller, id: number, changes: object) =>
  updateBooking(caller, { id }, BookingUpdate.parse(changes));

async function makeSharedEventType(seatsPerTimeSlot: number) {
  const host = await makeHost();
  return { host, eventType: await makeEventType(host, { seatsPerTimeSlot }) };
}

/** Changes the buffers of an event type, and waits until they are in effect. */
async function widen(host: Caller, id: number): Promise<void> {
  await updateEventType(host, { id }, { beforeEventBuffer: 15, afterEventBuffer: 15 });
  setClock(() => Date.now() + 6_000);
}

describe("a seat that is restored", () => {
  it("is rejected if its slot is full", async () => {
    const { host, eventType } = await makeSharedEventType(1);
    const booking = await book(host, eventType, { start: at("09:00") });
    await cancelBooking(host, { id: booking.id }, {});
    await book(host, eventType, { start: at("09:00") });
    await expect(change(host, booking.id, { status: "ACCEPTED" })).rejects.toMatchObject({
      code: "booking_seats_full",
    });
  });

  it("joins its slot, even if this has other minutes now", async () => {
    const { host, eventType } = await makeSharedEventType(2);
    const booking = await book(host, eventType, { start: at("09:00") });
    await cancelBooking(host, { id: booking.id }, {});
    await widen(host, eventType.id);
    await book(host, eventType, { start: at("09:00") });
    await change(host, booking.id, { status: "ACCEPTED" });
    expect(await claimedRange(host)).toEqual({ from: at("08:45"), to: at("09:45"), count: 60 });
    expect(await checkClaims(OPERATOR, host.userId)).toEqual([]);
  });
});

describe("a seat that moves", () => {
  it("is rejected by a full slot, even one with other minutes", async () => {
    const { host, eventType } = await makeSharedEventType(1);
    const booking = await book(host, eventType, { start: at("09:00") });
    await widen(host, eventType.id);
    await book(host, eventType, { start: at("12:00") });
    await expect(change(host, booking.id, { start: at("12:00"), end: at("12:30") })).rejects.toMatchObject({
      code: "booking_seats_full",
    });
  });

  it("is rejected if a reschedule within the slot adds more guests than there are seats", async () => {
    const { host, eventType } = await makeSharedEventType(3);
    const original = await book(host, eventType, { start: at("09:00") });
    await book(host, eventType, { start: at("09:00") });
    const responses = { name: "Ann", email: "ann@example.com", guests: ["a@example.com", "b@example.com"] };
    const fields = { start: at("09:00"), rescheduleUid: original.uid, responses };
    await expect(reschedule(host, eventType, fields)).rejects.toMatchObject({ code: "booking_seats_full" });
    const fewer = { ...fields, responses: { ...responses, guests: ["a@example.com"] } };
    await reschedule(host, eventType, fewer);
    expect(await checkClaims(OPERATOR, host.userId)).toEqual([]);
  });
});
