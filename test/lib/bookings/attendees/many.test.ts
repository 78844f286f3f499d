import { describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { Attendees, newAttendee, type StoredAttendee } from "#lib/bookings/attendees/entity.ts";
import { getAttendee } from "#lib/bookings/attendees/read.ts";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import type { AttendeeSummary } from "#lib/bookings/schema.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { addAttendee, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { countOutcomes } from "#test/support/builders/calendar.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const MOVE = BookingUpdate.parse({ start: "2031-03-03T11:00:00Z", end: "2031-03-03T11:30:00Z" });

/** Gives a booking attendees in one write; the last one is also stored by its id. */
async function fill(host: Caller, booking: StoredBooking, of: { count: number; name: string }) {
  const ids = await takeIds("attendee", of.count);
  const added = ids.map((id): AttendeeSummary => {
    const email = `filled-${id}@example.com`;
    const zone = { timeZone: "America/New_York", locale: "en" };
    return { id, email, name: of.name, ...zone, noShow: false, phoneNumber: null };
  });
  const attendees = [...booking.attendees, ...added];
  const last = added.slice(-1).map((attendee) => newAttendee(booking, attendee, null));
  await transact([
    replace(BookingItem, booking, { ...booking, attendees }),
    ...last.flatMap(Attendees.create),
  ]);
  return getAttendee(host, ids.at(-1) ?? 0);
}

async function makeFilledBooking(count: number, name = "Attendee") {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" });
  return { host, booking, last: await fill(host, booking, { count, name }) };
}

/** Makes every kind of change to a booking and one of its attendees. */
async function changeEverything(
  host: Caller,
  booking: StoredBooking,
  last: StoredAttendee,
): Promise<StoredBooking> {
  await updateAttendee(host, last, { email: "another@example.com" });
  await updateAttendee(host, last, { noShow: true });
  await updateBooking(host, booking, MOVE);
  await deleteAttendee(host, last);
  return cancelBooking(host, booking, {});
}

describe("a booking with very many attendees", () => {
  it("of 500 adds, changes and removes twenty concurrently, and then works like any other", async () => {
    const { host, booking, last } = await makeFilledBooking(499);
    const added = await Promise.all(Array.from({ length: 20 }, () => addAttendee(host, booking)));
    await Promise.all(added.map((attendee) => updateAttendee(host, attendee, { name: "New" })));
    await Promise.all(added.slice(5).map((attendee) => deleteAttendee(host, attendee)));
    const { attendees } = await getStoredBooking(booking);
    expect(attendees).toHaveLength(505);
    expect(attendees.slice(500).map(({ name }) => name)).toEqual(["New", "New", "New", "New", "New"]);
    expect((await changeEverything(host, booking, last)).attendees).toHaveLength(504);
    await expectConsistentCalendar(host.userId);
  });

  it("of 1,000 accepts no more, also if two are added concurrently", async () => {
    const { host, booking, last } = await makeFilledBooking(998);
    const adds = [addAttendee(host, booking), addAttendee(host, booking), addAttendee(host, booking)];
    expect(await countOutcomes(adds)).toEqual({ won: 1, limit_reached: 2 });
    expect((await changeEverything(host, booking, last)).attendees).toHaveLength(999);
  });

  it("with long names has as many in its event as fit", async () => {
    const { host, booking, last } = await makeFilledBooking(900, "N".repeat(150));
    await changeEverything(host, booking, last);
    const events = await queryAll(EventItem, { userId: host.userId });
    expect(events).toHaveLength(6);
    for (const { trigger, payload } of events.filter((event) => event.sequence > 1)) {
      const { attendees } = JSON.parse(payload) as { attendees: { name: string }[] };
      expect([trigger, attendees.length > 500 && attendees.length < 900]).toEqual([trigger, true]);
      expect(attendees[0]?.name).toBe("Ann Booker");
    }
  });

  it("that is too large accepts no more, and values that can't be stored are rejected", async () => {
    const { host, booking, last } = await makeFilledBooking(998, "N".repeat(200));
    await expect(addAttendee(host, booking)).rejects.toMatchObject({ code: "limit_reached" });
    await expect(makeFilledBooking(998, "N".repeat(300))).rejects.toMatchObject({ code: "limit_reached" });
    expect((await changeEverything(host, booking, last)).status).toBe("CANCELLED");
  });
});
