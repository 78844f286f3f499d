import { describe, expect, it } from "vitest";
import { getAttendee } from "#lib/bookings/attendees/read.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { SequenceItem } from "#lib/storage/table/ids.ts";
import { replace, update } from "#lib/storage/table/operations.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { addAttendee, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { countOutcomes, listTriggers } from "#test/support/builders/calendar.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { beforeNextTransaction, loseNextResponse } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00.000Z";
const ADDED = "BOOKING_ATTENDEE_ADDED";
const MOVE = BookingUpdate.parse({ start: "2031-03-03T11:00:00Z", end: "2031-03-03T11:30:00Z" });

async function makeBooking(eventType: Record<string, unknown> = {}) {
  const host = await makeHost();
  return { host, booking: await book(host, await makeEventType(host, eventType), { start: START }) };
}

describe("adding an attendee", () => {
  it("changes the booking, too", async () => {
    const { host, booking } = await makeBooking();
    await addAttendee(host, booking);
    const attendee = await addAttendee(host, booking, { email: "Bea@example.com", timeZone: "US/Pacific" });
    const { id, email, name, timeZone, locale } = attendee;
    expect(attendee).toMatchObject({ locale: "en", noShow: false, bookingSeat: null, bookingId: booking.id });
    expect(attendee.booking).toMatchObject({ uid: booking.uid, userId: host.userId });
    const after = await getStoredBooking(booking);
    expect(after.attendees).toHaveLength(3);
    expect(after.attendees[0]).toEqual(booking.attendees[0]);
    expect(after.attendees[2]).toEqual({
      id,
      email,
      name,
      timeZone,
      locale,
      noShow: false,
      phoneNumber: null,
    });
    expect(after).toMatchObject({ version: 3, iCalSequence: 2, eventSequence: 3 });
    expect(after.updatedAt >= booking.updatedAt).toBe(true);
    expect(await getAttendee(host, id)).toEqual(attendee);
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED", ADDED, ADDED]);
  });

  it("is rejected if the booking has the address already, ignoring case", async () => {
    const { host, booking } = await makeBooking();
    await addAttendee(host, booking, { email: "Bea@example.com" });
    for (const email of ["bea@example.com", "BEA@Example.COM", booking.attendees[0]?.email.toUpperCase()])
      await expect(addAttendee(host, booking, { email })).rejects.toMatchObject({
        code: "conflict",
        errors: [{ pointer: "#/email", code: "taken" }],
      });
    expect((await getStoredBooking(booking)).attendees).toHaveLength(2);
  });

  it("is for the host and system admins; forbidden for others who can access the booking", async () => {
    const { booking, admin, member } = await makeOrganizationBooking();
    const [stranger, systemAdmin] = [await makeHost(), await makeHost("ADMIN")];
    const token = { ...systemAdmin, scopes: ["WRITE_BOOKING" as const] };
    for (const caller of [stranger, token])
      await expect(addAttendee(caller, booking)).rejects.toMatchObject({ code: "not_found" });
    await expect(addAttendee(await getAuthorizedCaller(admin.caller), booking)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(addAttendee(member.caller, { id: 999_999 })).rejects.toMatchObject({ code: "not_found" });
    expect(await addAttendee(systemAdmin, booking)).toMatchObject({ userId: member.caller.userId });
    expect(await addAttendee(member.caller, booking)).toMatchObject({ bookingId: booking.id });
  });

  it("adds it at the end, even if other functions assigned the earlier ids", async () => {
    const { host, booking } = await makeBooking();
    const last = 40;
    await writeOne(update(SequenceItem, { kind: "attendee" }, { add: { last } }));
    const [booker] = booking.attendees;
    const id = (booker?.id ?? 0) + last;
    const attendees = booking.attendees.map((one) => ({ ...one, id }));
    await transact([replace(BookingItem, booking, { ...booking, attendees })]);
    expect((await addAttendee(host, booking)).id).toBeGreaterThan(id);
    expect((await getStoredBooking(booking)).attendees[0]?.email).toBe(booker?.email);
  });

  it("happens once, even if the response is lost", async () => {
    const { host, booking } = await makeBooking({ seatsPerTimeSlot: 5 });
    loseNextResponse();
    const attendee = await addAttendee(host, booking);
    expect(await getAttendee(host, attendee.id)).toEqual(attendee);
    await expectConsistentCalendar(host.userId);
  });

  it("stores any name unchanged", async () => {
    const { host, booking } = await makeBooking();
    const names = ["__proto__", "Robert'); DROP TABLE", "<script>", "#n0 = :v0", "李小龍 🥋", "a\u0000b"];
    for (const name of names)
      await addAttendee(host, booking, { name, email: `o'c+${names.indexOf(name)}.a@x-y.co` });
    expect((await getStoredBooking(booking)).attendees.slice(1).map(({ name }) => name)).toEqual(names);
  });
});

describe.each([{}, { seatsPerTimeSlot: 5 }])("adding an attendee to a booking with %j", (fields) => {
  const setStatus = (host: Caller, booking: StoredBooking, status: string) =>
    updateBooking(host, booking, BookingUpdate.parse({ status }));

  it.each(["CANCELLED", "REJECTED"])("is rejected if its status is %s", async (status) => {
    const { host, booking } = await makeBooking(fields);
    await setStatus(host, booking, status);
    await expect(addAttendee(host, booking)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(status.toLowerCase()),
    });
    expect((await getStoredBooking(booking)).attendees).toHaveLength(1);
    await setStatus(host, booking, "ACCEPTED");
    expect(await addAttendee(host, booking)).toMatchObject({ bookingId: booking.id });
  });

  it.each(["CANCELLED", "REJECTED"])(
    "is rejected if it gets the status %s in the meantime",
    async (status) => {
      const { host, booking } = await makeBooking(fields);
      beforeNextTransaction(() => setStatus(host, booking, status));
      await expect(addAttendee(host, booking)).rejects.toMatchObject({ code: "conflict" });
      const [after] = await expectConsistentCalendar(host.userId);
      expect(after?.attendees).toHaveLength(1);
    },
  );

  it.each(["PENDING", "AWAITING_HOST"])("succeeds with the status %s, also if it changes", async (status) => {
    const { host, booking } = await makeBooking(fields);
    await setStatus(host, booking, status);
    await addAttendee(host, booking);
    beforeNextTransaction(() => setStatus(host, booking, "ACCEPTED"));
    await addAttendee(host, booking);
    const [after] = await expectConsistentCalendar(host.userId);
    expect(after).toMatchObject({ status: "ACCEPTED", attendees: [{}, {}, {}] });
  });
});

describe("attendees added concurrently", () => {
  it("are all added if they differ", async () => {
    const { host, booking } = await makeBooking();
    const adds = Array.from({ length: 20 }, () => addAttendee(host, booking));
    expect(await countOutcomes(adds)).toEqual({ won: 20 });
    const { attendees, version } = await getStoredBooking(booking);
    expect(new Set(attendees.map(({ email }) => email)).size).toBe(21);
    expect(version).toBe(21);
  });

  it("are added once if they are the same", async () => {
    const { host, booking } = await makeBooking();
    const adds = Array.from({ length: 20 }, () => addAttendee(host, booking, { email: "bea@example.com" }));
    expect(await countOutcomes(adds)).toEqual({ won: 1, conflict: 19 });
    expect((await getStoredBooking(booking)).attendees).toHaveLength(2);
  });

  it("take only the free seats, from two bookings of one slot", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { seatsPerTimeSlot: 10 });
    const bookings = [
      await book(host, eventType, { start: START }),
      await book(host, eventType, { start: START }),
    ];
    const adds = Array.from({ length: 20 }, (_, at) => addAttendee(host, bookings[at % 2] ?? { id: 0 }));
    expect(await countOutcomes(adds)).toEqual({ won: 8, booking_seats_full: 12 });
    await expectConsistentCalendar(host.userId);
  });

  it("and a move: all are added, and the seats move with the booking", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { host, booking } = await makeBooking({ seatsPerTimeSlot: 5 });
      const calls = [
        addAttendee(host, booking),
        updateBooking(host, booking, MOVE),
        addAttendee(host, booking),
      ];
      expect(await countOutcomes(calls)).toEqual({ won: 3 });
      const [after] = await expectConsistentCalendar(host.userId);
      expect(after?.attendees).toHaveLength(3);
    }
  });

  it("to a booking that is moved in the meantime take the seat it has by then", async () => {
    const { host, booking } = await makeBooking({ seatsPerTimeSlot: 5 });
    beforeNextTransaction(() => updateBooking(host, booking, MOVE));
    const { bookingSeat } = await addAttendee(host, booking);
    const [after] = await expectConsistentCalendar(host.userId);
    expect(after?.attendees).toHaveLength(2);
    expect(after?.seatsReferences[1]).toEqual(bookingSeat);
  });
});

describe("a seat for an attendee", () => {
  it("is taken, and returned with the attendee and in the booking", async () => {
    const { host, booking } = await makeBooking({ seatsPerTimeSlot: 2 });
    const attendee = await addAttendee(host, booking);
    expect(attendee.bookingSeat).toMatchObject({ attendeeId: attendee.id, bookingId: booking.id });
    expect((await getStoredBooking(booking)).seatsReferences[1]).toEqual(attendee.bookingSeat);
    await expect(addAttendee(host, booking)).rejects.toMatchObject({ code: "booking_seats_full" });
    await expectConsistentCalendar(host.userId);
  });

  it("is needed again to restore a cancelled booking", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { seatsPerTimeSlot: 2 });
    const booking = await book(host, eventType, { start: START });
    await addAttendee(host, booking);
    await cancelBooking(host, booking, {});
    await book(host, eventType, { start: START });
    const back = updateBooking(host, booking, BookingUpdate.parse({ status: "ACCEPTED" }));
    await expect(back).rejects.toMatchObject({ code: "booking_seats_full" });
    await expectConsistentCalendar(host.userId);
  });
});
