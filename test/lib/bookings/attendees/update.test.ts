import { describe, expect, it } from "vitest";
import { getAttendee } from "#lib/bookings/attendees/read.ts";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { addAttendee, addAttendees, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { countOutcomes, listTriggers } from "#test/support/builders/calendar.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00.000Z";

async function makeAttendee(fields: Record<string, unknown> = {}) {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), { start: START });
  return { host, booking, attendee: await addAttendee(host, booking, fields) };
}

const emailsOf = ({ attendees }: { attendees: { email: string }[] }) => attendees.map(({ email }) => email);

describe("changing an attendee", () => {
  it("changes the booking, too", async () => {
    const { host, booking, attendee } = await makeAttendee();
    const changes = { name: "Bea Other", timeZone: "Asia/Calcutta", locale: "hi-IN" };
    const after = await updateAttendee(host, attendee, changes);
    expect(after).toEqual({ ...attendee, ...changes, version: 2 });
    expect(await getAttendee(host, attendee.id)).toEqual(after);
    expect(await getStoredBooking(booking)).toMatchObject({ version: 3, attendees: [{}, changes] });
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED", "BOOKING_ATTENDEE_ADDED"]);
  });

  it("to the same values writes nothing", async () => {
    const { host, booking, attendee } = await makeAttendee();
    expect(await updateAttendee(host, attendee, { name: attendee.name, noShow: false })).toEqual(attendee);
    expect((await getStoredBooking(booking)).version).toBe(2);
  });

  it("checks If-Match", async () => {
    const { host, attendee } = await makeAttendee();
    const target = { id: attendee.id, ifMatch: [7] };
    await expect(updateAttendee(host, target, { name: "x" })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await updateAttendee(host, { ...target, ifMatch: [1] }, { name: "x" })).toMatchObject({
      version: 2,
    });
  });

  it("is for the host and system admins; other callers do not find the attendee", async () => {
    const { booking, admin, member } = await makeOrganizationBooking();
    const attendee = await addAttendee(member.caller, booking);
    const [stranger, systemAdmin] = [await makeHost(), await makeHost("ADMIN")];
    for (const caller of [stranger, await getAuthorizedCaller(admin.caller)])
      await expect(updateAttendee(caller, attendee, { name: "Mine" })).rejects.toMatchObject({
        code: "not_found",
      });
    expect(await updateAttendee(systemAdmin, attendee, { name: "Theirs" })).toMatchObject({ version: 2 });
  });
});

describe("another address of an attendee", () => {
  it("replaces the old one, which can be used again", async () => {
    const { host, booking, attendee } = await makeAttendee({ email: "bea@example.com" });
    await updateAttendee(host, attendee, { email: "carl@example.com" });
    expect(emailsOf(await getStoredBooking(booking))).toEqual([
      booking.attendees[0]?.email,
      "carl@example.com",
    ]);
    await addAttendee(host, booking, { email: "BEA@example.com" });
    expect((await getStoredBooking(booking)).attendees).toHaveLength(3);
  });

  it("can differ only in case", async () => {
    const { host, booking, attendee } = await makeAttendee({ email: "bea@example.com" });
    await updateAttendee(host, attendee, { email: "Bea@Example.com" });
    expect(emailsOf(await getStoredBooking(booking))[1]).toBe("Bea@Example.com");
  });

  it("is rejected if another attendee of the booking has it", async () => {
    const { host, booking, attendee } = await makeAttendee();
    const email = booking.attendees[0]?.email.toUpperCase() ?? "";
    for (const changes of [{ email }, { email, noShow: true }])
      await expect(updateAttendee(host, attendee, changes)).rejects.toMatchObject({
        code: "conflict",
        errors: [{ pointer: "#/email", code: "taken" }],
      });
    expect(await getAttendee(host, attendee.id)).toEqual(attendee);
  });

  it("succeeds once in twenty concurrent requests", async () => {
    const { host, booking } = await makeAttendee();
    const all = await addAttendees(host, booking, 20);
    const changes = all.map((one) => updateAttendee(host, one, { email: "one@example.com" }));
    expect(await countOutcomes(changes)).toEqual({ won: 1, conflict: 19 });
    expect(new Set(emailsOf(await getStoredBooking(booking))).size).toBe(22);
  });

  it("of ten attendees, changed concurrently, records ten events with the next revisions for calendars", async () => {
    const { host, booking } = await makeAttendee();
    const all = await addAttendees(host, booking, 10);
    const before = await getStoredBooking(booking);
    const changes = all.map((one) => updateAttendee(host, one, { email: `new-${one.id}@example.com` }));
    expect(await countOutcomes(changes)).toEqual({ won: 10 });
    expect(await getStoredBooking(booking)).toMatchObject({
      eventSequence: before.eventSequence + 10,
      iCalSequence: before.iCalSequence + 10,
    });
    const events = (await queryAll(EventItem, { userId: host.userId })).slice(-10);
    expect(events.map(({ left }) => left?.map(({ email }) => email)).toSorted()).toEqual(
      all.map(({ email }) => [email]).toSorted(),
    );
  });
});

describe("attendees changed concurrently", () => {
  it("are all changed", async () => {
    const { host, booking } = await makeAttendee();
    const all = await addAttendees(host, booking, 20);
    expect(await countOutcomes(all.map((one) => updateAttendee(host, one, { name: "New" })))).toEqual({
      won: 20,
    });
    const { attendees } = await getStoredBooking(booking);
    expect(attendees.filter(({ name }) => name === "New")).toHaveLength(20);
  });

  it("one of them, in different fields: all changes are applied", async () => {
    const { host, booking, attendee } = await makeAttendee();
    const changes = [{ name: "New" }, { locale: "fr" }, { timeZone: "UTC" }, { email: "new@example.com" }];
    const made = changes.map((each) => updateAttendee(host, attendee, each));
    expect(await countOutcomes([...made, updateAttendee(host, attendee, { noShow: true })])).toEqual({
      won: 5,
    });
    const expected = { name: "New", locale: "fr", timeZone: "UTC", email: "new@example.com", noShow: true };
    expect(await getAttendee(host, attendee.id)).toMatchObject({ ...expected, version: 6 });
    expect((await getStoredBooking(booking)).attendees[1]).toMatchObject(expected);
  });
});

describe("an attendee marked as a no-show", () => {
  it("records an event with the change and all attendees", async () => {
    const { host, booking, attendee } = await makeAttendee({ email: "bea@example.com" });
    await updateAttendee(host, attendee, { noShow: true });
    const [, , event] = await queryAll(EventItem, { userId: host.userId });
    expect(event).toMatchObject({ trigger: "BOOKING_NO_SHOW_UPDATED", sequence: 3 });
    expect(JSON.parse(event?.payload ?? "")).toMatchObject({
      message: "No-show updated.",
      bookingUid: booking.uid,
      bookingId: booking.id,
      sequence: 3,
      attendees: [{ noShow: false }, { email: "bea@example.com", noShow: true }],
      changed: {
        attendees: {
          from: [{ email: "bea@example.com", noShow: false }],
          to: [{ email: "bea@example.com", noShow: true }],
        },
      },
    });
    expect(await getStoredBooking(booking)).toMatchObject({
      eventSequence: 3,
      attendees: [{}, { noShow: true }],
    });
  });

  it("records one event if marked twice, and another when the mark is removed", async () => {
    const { host, attendee } = await makeAttendee();
    await updateAttendee(host, attendee, { noShow: true });
    await updateAttendee(host, attendee, { noShow: true });
    expect(await listTriggers(host)).toHaveLength(3);
    await updateAttendee(host, attendee, { noShow: false });
    expect(await listTriggers(host)).toHaveLength(4);
  });

  it("of twenty, marked concurrently, record twenty events in one sequence", async () => {
    const { host, booking } = await makeAttendee();
    const all = await addAttendees(host, booking, 20);
    expect(await countOutcomes(all.map((one) => updateAttendee(host, one, { noShow: true })))).toEqual({
      won: 20,
    });
    const [after] = await expectConsistentCalendar(host.userId);
    expect(after?.eventSequence).toBe(42);
    expect(after?.attendees.filter(({ noShow }) => noShow)).toHaveLength(20);
  });
});
