import { describe, expect, it } from "vitest";
import { getAttendee } from "#lib/bookings/attendees/read.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { NoShow, recordNoShow } from "#lib/bookings/no-show.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { addAttendees, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { countOutcomes, listTriggers } from "#test/support/builders/calendar.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** In the near future, because the events of a booking expire after a month. */
const START = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000).toISOString();
const startMeeting = () => setClock(() => Date.parse(START));
const mark = (caller: Caller, { id }: StoredBooking, noShow: object) =>
  recordNoShow(caller, { id }, NoShow.parse(noShow));

/** Creates a booking of Ann and Bea that has started. */
async function makeStartedBooking() {
  const host = await makeHost();
  const responses = { name: "Ann", email: "ann@example.com", guests: ["bea@example.com"] };
  const booking = await book(host, await makeEventType(host), { start: START, responses });
  startMeeting();
  return { host, booking };
}

describe("marking no-shows", () => {
  it("marks host and attendees, with one event", async () => {
    const { host, booking } = await makeStartedBooking();
    const attendees = [{ email: "BEA@example.com", noShow: true }];
    const after = await mark(host, booking, { host: true, attendees });
    expect(after).toMatchObject({ noShowHost: true, attendees: [{ noShow: false }, { noShow: true }] });
    expect(await getStoredBooking(booking)).toEqual(after);
    const [ann, bea] = booking.attendees;
    expect(await getAttendee(host, ann?.id ?? 0)).toMatchObject({ noShow: false, version: 1 });
    expect(await getAttendee(host, bea?.id ?? 0)).toMatchObject({ noShow: true, version: 2 });
    const [, event] = await queryAll(EventItem, { userId: host.userId });
    expect(event?.trigger).toBe("BOOKING_NO_SHOW_UPDATED");
    expect(JSON.parse(event?.payload ?? "")).toMatchObject({
      bookingUid: booking.uid,
      attendees: [{ noShow: false }, { email: "bea@example.com", noShow: true }],
      changed: { noShowHost: { from: false, to: true }, attendees: { to: [{ email: "bea@example.com" }] } },
    });
  });

  it("changes only the attendees in the request, and records no event if nothing changes", async () => {
    const { host, booking } = await makeStartedBooking();
    const first = await mark(host, booking, { attendees: [{ email: "ann@example.com", noShow: true }] });
    expect(await mark(host, booking, { host: false })).toEqual(first);
    expect(await mark(host, booking, { attendees: [{ email: "ann@example.com", noShow: true }] })).toEqual(
      first,
    );
    expect(await listTriggers(host)).toHaveLength(2);
    const back = await mark(host, booking, { attendees: [{ email: "ann@example.com", noShow: false }] });
    expect(back.attendees).toEqual(booking.attendees);
  });

  it("is rejected before the booking has started, and for an address that no attendee has", async () => {
    const { host, booking } = await makeStartedBooking();
    const attendees = [
      { email: "ann@example.com", noShow: true },
      { email: "carl@example.com", noShow: true },
    ];
    await expect(mark(host, booking, { attendees })).rejects.toMatchObject({
      errors: [{ pointer: "#/attendees/1/email" }],
    });
    setClock(() => Date.parse(START) - 1);
    await expect(mark(host, booking, { host: true })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#", code: "not_started" }],
    });
    expect(await getStoredBooking(booking)).toEqual(booking);
  });

  it("is for the host and admins", async () => {
    const { booking, admin } = await makeOrganizationBooking();
    const [organizationAdmin, systemAdmin] = [
      await getAuthorizedCaller(admin.caller),
      await makeHost("ADMIN"),
    ];
    setClock(() => Date.parse(booking.startTime));
    await expect(mark(await makeHost(), booking, { host: true })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await mark(organizationAdmin, booking, { host: true })).toMatchObject({ noShowHost: true });
    expect(await mark(systemAdmin, booking, { host: false })).toMatchObject({ noShowHost: false });
  });

  it("accepts 90 attendees, and concurrent calls all record their events", async () => {
    const { host, booking } = await makeStartedBooking();
    setClock(Date.now);
    await addAttendees(host, booking, 90);
    startMeeting();
    const emails = (await getStoredBooking(booking)).attendees.slice(2).map(({ email }) => email);
    await mark(host, booking, { host: true, attendees: emails.map((email) => ({ email, noShow: true })) });
    const calls = emails
      .slice(0, 10)
      .map((email) => mark(host, booking, { attendees: [{ email, noShow: false }] }));
    expect(await countOutcomes(calls)).toEqual({ won: 10 });
    const [after] = await expectConsistentCalendar(host.userId);
    expect(after?.attendees.filter(({ noShow }) => noShow)).toHaveLength(80);
  });
});

it("the body of a no-show has the host or attendees, each once, and not too many", () => {
  const twice = ["ann@example.com", "ANN@example.com"].map((email) => ({ email, noShow: true }));
  const many = Array.from({ length: 91 }, (_, at) => ({ email: `a${at}@example.com`, noShow: true }));
  for (const body of [{}, { attendees: [] }, { attendees: twice }, { attendees: many }, { host: "yes" }])
    expect(NoShow.safeParse(body).success).toBe(false);
  expect(NoShow.safeParse({ attendees: many.slice(1) }).success).toBe(true);
});
