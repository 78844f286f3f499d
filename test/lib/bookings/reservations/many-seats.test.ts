import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { expiringOwner, reservationName } from "#lib/calendar/claims/owner.ts";
import { reservationsIn, SeatedTimeItem, takenSeats } from "#lib/calendar/claims/seats.ts";
import type { Caller } from "#lib/caller.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost, reserve } from "#test/support/builders/builders.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2030-03-04T09:00:00.000Z";
/** A condition that names each of them has more than 4 KB. */
const MANY = 250;

/** Reserves many seats of a slot: one by a call, the others as their calls store them in the slot. */
async function reserveMany(seatsPerTimeSlot = 1_000) {
  const host = await makeHost();
  const eventType = await makeEventType(host, { seatsPerTimeSlot });
  const { uid, until, claim } = await reserve(host, eventType, { start: START });
  const owners = Array.from({ length: MANY - 1 }, (_, at) =>
    expiringOwner(reservationName(`seat-${at}`), until),
  );
  const change = { set: Object.fromEntries(owners.map((owner) => [owner, 1])), add: { taken: MANY - 1 } };
  await writeOne(update(SeatedTimeItem, { userId: host.userId, slot: claim.slot ?? "" }, change));
  return { host, eventType, uid };
}

/** Returns the seats in use, with and without those of expired reservations, and the number of reservations. */
async function findSeats({ userId }: Caller) {
  const [slot] = await queryAll(SeatedTimeItem, { userId });
  return slot && [slot.taken, takenSeats(slot), reservationsIn(slot).length];
}

describe("a slot with very many reservations", () => {
  it("can be reserved after they have expired, and removes some of them each time", async () => {
    const { host, eventType } = await reserveMany();
    await book(host, eventType, { start: START });
    passMinutes(6);
    await reserve(host, eventType, { start: START });
    expect(await findSeats(host)).toEqual([152, 2, 151]);
    await reserve(host, eventType, { start: START });
    await reserve(host, eventType, { start: START });
    expect(await findSeats(host)).toEqual([4, 4, 3]);
  });

  it("can be booked after they have expired, if there was no room before", async () => {
    const { host, eventType } = await reserveMany(MANY);
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject({
      code: "booking_seats_full",
    });
    passMinutes(6);
    await book(host, eventType, { start: START });
    expect(await findSeats(host)).toEqual([151, 1, 150]);
  });

  it("can lose its last booking, and one of the reservations", async () => {
    const { host, eventType, uid } = await reserveMany();
    const { id } = await book(host, eventType, { start: START });
    await cancelBooking(host, { id }, {});
    expect(await findSeats(host)).toEqual([MANY, MANY, MANY]);
    await deleteReservation(host, { uid });
    expect(await findSeats(host)).toEqual([MANY - 1, MANY - 1, MANY - 1]);
  });
});
