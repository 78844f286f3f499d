import { describe, expect, it } from "vitest";
import { getReference } from "#lib/bookings/booking-references/read.ts";
import { deleteReference, updateReference } from "#lib/bookings/booking-references/writes.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { addReference, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { countOutcomes } from "#test/support/builders/calendar.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00Z";
const status = (name: string) => BookingUpdate.parse({ status: name });

async function makeReference(length = 30) {
  const host = await makeHost();
  const eventType = await makeEventType(host, { length });
  const booking = await book(host, eventType, { start: START });
  return { host, eventType, booking, reference: await addReference(host, booking) };
}

describe("the references of a booking", () => {
  const ways: [string, (host: Caller, booking: StoredBooking) => Promise<StoredBooking>][] = [
    ["cancelled", (host, booking) => cancelBooking(host, booking, {})],
    ["given the status CANCELLED", (host, booking) => updateBooking(host, booking, status("CANCELLED"))],
  ];

  it.each(ways)("that is %s are deleted with it, and stay visible as deleted", async (_, cancel) => {
    const { host, booking, reference } = await makeReference();
    await cancel(host, booking);
    expect((await getStoredBooking(booking)).references).toMatchObject([{ id: reference.id, deleted: true }]);
    expect(await getReference(host, reference.id)).toMatchObject({ deleted: true, version: 2 });
  });

  it("that is rescheduled are deleted with it, and the new one has none", async () => {
    const { host, eventType, booking, reference } = await makeReference();
    const fields = { start: "2031-03-04T09:00:00Z", rescheduleUid: booking.uid };
    expect(await reschedule(host, eventType, fields)).toMatchObject({ references: [] });
    expect(await getReference(host, reference.id)).toMatchObject({ deleted: true });
  });

  it("that is restored stay deleted, and twenty others can be added", async () => {
    const { host, booking, reference } = await makeReference();
    await cancelBooking(host, booking, {});
    await updateBooking(host, booking, status("ACCEPTED"));
    const adds = Array.from({ length: 22 }, () => addReference(host, booking));
    expect(await countOutcomes(adds)).toEqual({ won: 20, limit_reached: 2 });
    await cancelBooking(host, booking, {});
    const { references } = await getStoredBooking(booking);
    expect(references.map(({ deleted }) => deleted)).toEqual(Array.from({ length: 21 }, () => true));
    await deleteReference(host, reference);
    expect((await getStoredBooking(booking)).references).toHaveLength(20);
  });

  it("and its cancellation, concurrently: booking and reference have the same result", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { host, booking, reference } = await makeReference();
      const calls = [
        addReference(host, booking),
        updateReference(host, reference, { uid: "new" }),
        cancelBooking(host, booking, {}),
      ];
      expect(await countOutcomes(calls)).toEqual({ won: 3 });
      const [after] = await expectConsistentCalendar(host.userId);
      expect(after?.references).toHaveLength(2);
      for (const summary of after?.references ?? [])
        expect(await getReference(host, summary.id)).toMatchObject(summary);
      expect(await getReference(host, reference.id)).toMatchObject({ uid: "new", deleted: true });
    }
  });

  it("can be too many to reschedule a booking of 36 hours", async () => {
    const { host, eventType, booking } = await makeReference(36 * 60);
    await Promise.all(Array.from({ length: 19 }, () => addReference(host, booking)));
    const fields = { start: "2031-03-10T09:30:00Z", rescheduleUid: booking.uid };
    await expect(reschedule(host, eventType, fields)).rejects.toMatchObject({
      code: "booking_too_long",
      message: expect.stringContaining("Cancel the original"),
    });
    expect(await cancelBooking(host, booking, {})).toMatchObject({ status: "CANCELLED" });
  });
});
