import { describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { AttendeeItem, AttendeeLocator } from "#lib/bookings/attendees/entity.ts";
import { getAttendee } from "#lib/bookings/attendees/read.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { addAttendee, addAttendees, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { claimedMinutes, countOutcomes } from "#test/support/builders/calendar.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00.000Z";
const MOVE = BookingUpdate.parse({ start: "2031-03-03T11:00:00Z", end: "2031-03-03T11:30:00Z" });

async function makeBooking(eventType: Record<string, unknown> = {}) {
  const host = await makeHost();
  const made = await makeEventType(host, eventType);
  return { host, eventType: made, booking: await book(host, made, { start: START }) };
}

describe("removing an attendee", () => {
  it("removes it from its booking, too", async () => {
    const { host, booking } = await makeBooking();
    const { userId } = host;
    const attendee = await addAttendee(host, booking);
    expect(await deleteAttendee(host, attendee)).toEqual(attendee);
    const { id } = attendee;
    expect(
      await findItems([itemRequest(AttendeeItem, { userId, id }), itemRequest(AttendeeLocator, { id })]),
    ).toEqual([undefined, undefined]);
    expect(await getStoredBooking(booking)).toMatchObject({ version: 3, attendees: booking.attendees });
    await expect(getAttendee(host, id)).rejects.toMatchObject({ code: "not_found" });
    await addAttendee(host, booking, { email: attendee.email });
  });

  it("is for the host and system admins; other callers do not find the attendee", async () => {
    const { booking, admin, member } = await makeOrganizationBooking();
    const attendee = await addAttendee(member.caller, booking);
    for (const caller of [await makeHost(), await getAuthorizedCaller(admin.caller)]) {
      await expect(deleteAttendee(caller, attendee)).rejects.toMatchObject({ code: "not_found" });
      await expect(getAttendee(caller, attendee.id)).rejects.toMatchObject({ code: "not_found" });
    }
    const systemAdmin = await makeHost("ADMIN");
    expect(await getAttendee(systemAdmin, attendee.id)).toEqual(attendee);
    await deleteAttendee(systemAdmin, attendee);
    expect((await getStoredBooking(booking)).attendees).toEqual(booking.attendees);
  });

  it("checks If-Match", async () => {
    const { host, booking } = await makeBooking();
    const { id } = await addAttendee(host, booking);
    const stale = deleteAttendee(host, { id, ifMatch: [7] });
    await expect(stale).rejects.toMatchObject({ code: "precondition_failed" });
    await deleteAttendee(host, { id, ifMatch: [1] });
  });

  it("succeeds once in ten concurrent requests", async () => {
    const { host, booking } = await makeBooking({ seatsPerTimeSlot: 3 });
    const attendee = await addAttendee(host, booking);
    const deletions = Array.from({ length: 10 }, () => deleteAttendee(host, attendee));
    expect(await countOutcomes(deletions)).toEqual({ won: 1, not_found: 9 });
    await expectConsistentCalendar(host.userId);
  });

  it("of twenty concurrently removes all of them, and keeps those that are added in the meantime", async () => {
    const { host, booking } = await makeBooking();
    const all = await addAttendees(host, booking, 20);
    const added = Array.from({ length: 5 }, () => addAttendee(host, booking));
    const removed = all.map((one) => deleteAttendee(host, one));
    expect(await countOutcomes([...removed, ...added])).toEqual({ won: 25 });
    expect((await getStoredBooking(booking)).attendees).toHaveLength(6);
    expect(await queryAll(AttendeeItem, { userId: host.userId })).toHaveLength(6);
  });
});

describe("removing the last attendee", () => {
  it("leaves a booking that can be moved and cancelled, and can get attendees", async () => {
    const { host, booking } = await makeBooking();
    for (const attendee of booking.attendees) await deleteAttendee(host, attendee);
    expect(await updateBooking(host, booking, MOVE)).toMatchObject({ attendees: [] });
    await addAttendee(host, booking);
    expect(await cancelBooking(host, booking, {})).toMatchObject({ status: "CANCELLED", attendees: [{}] });
    await expectConsistentCalendar(host.userId);
  });

  it("of a slot keeps its time claimed until the booking is cancelled", async () => {
    const { host, eventType, booking } = await makeBooking({ seatsPerTimeSlot: 2 });
    for (const attendee of booking.attendees) await deleteAttendee(host, attendee);
    await expectConsistentCalendar(host.userId);
    expect(await claimedMinutes(host)).toBe(30);
    const other = await book(host, eventType, { start: START });
    await addAttendee(host, booking);
    await expect(addAttendee(host, other)).rejects.toMatchObject({ code: "booking_seats_full" });
    await cancelBooking(host, other, {});
    for (const attendee of (await getStoredBooking(booking)).attendees) await deleteAttendee(host, attendee);
    await cancelBooking(host, booking, {});
    await expectConsistentCalendar(host.userId);
    expect(await claimedMinutes(host)).toBe(0);
  });
});

describe("the seat of an attendee who is removed", () => {
  it("can be taken again", async () => {
    const { host, booking } = await makeBooking({ seatsPerTimeSlot: 2 });
    const attendee = await addAttendee(host, booking);
    await deleteAttendee(host, attendee);
    expect((await getStoredBooking(booking)).seatsReferences).toEqual(booking.seatsReferences);
    await addAttendee(host, booking);
    await expect(addAttendee(host, booking)).rejects.toMatchObject({ code: "booking_seats_full" });
    await expectConsistentCalendar(host.userId);
  });

  it.each<[string, (host: Caller, booking: StoredBooking) => Promise<unknown>]>([
    ["cancelled", (host, booking) => cancelBooking(host, booking, {})],
    ["moved", (host, booking) => updateBooking(host, booking, MOVE)],
  ])("is given back once, though the booking is %s in the meantime", async (_, change) => {
    const { host, eventType, booking } = await makeBooking({ seatsPerTimeSlot: 5 });
    await book(host, eventType, { start: START });
    const attendee = await addAttendee(host, booking);
    beforeNextTransaction(() => change(host, booking));
    await deleteAttendee(host, attendee);
    await expectConsistentCalendar(host.userId);
    expect((await getStoredBooking(booking)).attendees).toHaveLength(1);
  });
});
