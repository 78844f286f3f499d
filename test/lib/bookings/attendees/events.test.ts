import { describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { addAttendee, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00.000Z";
const LATER = "2031-03-03T11:00:00.000Z";
const GUESTS = ["bea@example.com", "carl@example.com"];

async function makeBooking(eventType: object = {}, guests: readonly string[] = GUESTS) {
  const host = await makeHost();
  const made = await makeEventType(host, { ...eventType });
  const responses = { name: "Ann", email: "ann@example.com", guests };
  return { host, eventType: made, booking: await book(host, made, { start: START, responses }) };
}

/** The events of a user after the first one: trigger, revision, the attendee it is about, all attendees, and who left. */
async function eventsAfterFirst({ userId }: { userId: number }) {
  const [, ...events] = await queryAll(EventItem, { userId });
  return events.map(({ trigger, payload, left = [] }) => {
    const { iCalSequence, attendee = {}, attendees } = JSON.parse(payload);
    const emails = attendees.map(({ email }: { email: string }) => email);
    return [trigger, iCalSequence, attendee.email, emails, left.map(({ role, email }) => `${role} ${email}`)];
  });
}

describe("an attendee who is added or removed", () => {
  it.each([{}, { seatsPerTimeSlot: 5 }])("has an event with the next revision (%j)", async (fields) => {
    const { host, booking } = await makeBooking(fields);
    const all = ["ann@example.com", ...GUESTS];
    const dora = await addAttendee(host, booking, { email: "dora@example.com" });
    const [, bea] = booking.attendees;
    await deleteAttendee(host, { id: bea?.id ?? 0 });
    await deleteAttendee(host, dora);
    expect(await eventsAfterFirst(host)).toEqual([
      ["BOOKING_ATTENDEE_ADDED", 1, "dora@example.com", [...all, "dora@example.com"], []],
      [
        ...["BOOKING_ATTENDEE_REMOVED", 2, "bea@example.com"],
        ["ann@example.com", "carl@example.com", "dora@example.com"],
        ["guest bea@example.com"],
      ],
      [
        ...["BOOKING_ATTENDEE_REMOVED", 3, "dora@example.com"],
        ["ann@example.com", "carl@example.com"],
        ["guest dora@example.com"],
      ],
    ]);
    expect(await getStoredBooking(booking)).toMatchObject({ iCalSequence: 3, eventSequence: 4 });
  });

  it("has an order also if all are added at once", async () => {
    const { host, booking } = await makeBooking({}, []);
    await Promise.all(Array.from({ length: 5 }, () => addAttendee(host, booking)));
    const events = await eventsAfterFirst(host);
    const counts = events.map(([, sequence, , emails]) => [sequence, emails.length]);
    expect(counts.toSorted()).toEqual([1, 2, 3, 4, 5].map((each) => [each, each + 1]));
  });

  it("is in the payload like the other attendees", async () => {
    const { host, booking } = await makeBooking();
    const { id } = await addAttendee(host, booking, { email: "dora@example.com", name: "Dora Doe" });
    const [, event] = await queryAll(EventItem, { userId: host.userId });
    const { attendee, attendees } = JSON.parse(event?.payload ?? "");
    expect(attendee).toEqual(attendees.at(-1));
    expect(attendee).toMatchObject({ id, firstName: "Dora", timeZone: "Europe/Zurich", utcOffset: 60 });
  });

  it("of a cancelled booking was notified of its end, so nobody leaves by the removal", async () => {
    const { host, booking } = await makeBooking();
    await cancelBooking(host, booking, {});
    await deleteAttendee(host, { id: booking.attendees[1]?.id ?? 0 });
    const rest = ["ann@example.com", "carl@example.com"];
    expect(await eventsAfterFirst(host)).toEqual([
      ["BOOKING_CANCELLED", 1, undefined, ["ann@example.com", ...GUESTS], []],
      ["BOOKING_ATTENDEE_REMOVED", 2, "bea@example.com", rest, []],
    ]);
  });
});

it("an attendee whose address changes in a cancelled booking is not announced", async () => {
  const { host, booking } = await makeBooking();
  const { iCalSequence } = await cancelBooking(host, booking, {});
  await updateAttendee(host, { id: booking.attendees[1]?.id ?? 0 }, { email: "dora@example.com" });
  expect(await getStoredBooking(booking)).toMatchObject({
    ...{ iCalSequence, attendees: [{}, { email: "dora@example.com" }, {}] },
  });
  expect((await eventsAfterFirst(host)).map(([trigger]) => trigger)).toEqual(["BOOKING_CANCELLED"]);
});

describe("an event has the people who left", () => {
  it("when a reschedule drops a guest, in any spelling of the addresses", async () => {
    const { host, eventType, booking } = await makeBooking();
    const responses = { name: "Ann", email: "ANN@example.com", guests: ["Carl@example.com"] };
    await reschedule(host, eventType, { start: LATER, rescheduleUid: booking.uid, responses });
    const [, event] = await queryAll(EventItem, { userId: host.userId });
    expect(event?.left).toEqual([
      {
        ...{ role: "guest", attendeeId: booking.attendees[1]?.id, name: "bea@example.com" },
        ...{ email: "bea@example.com", timeZone: expect.any(String), locale: "en" },
      },
    ]);
    expect(event?.payload).not.toContain('"left"');
  });

  it("when a reschedule changes the host, once", async () => {
    const { host, booking } = await makeBooking({}, []);
    const other = await makeHost();
    const admin = await makeHost("ADMIN");
    const responses = { name: "Ann", email: "ann@example.com" };
    const otherType = await makeEventType(other);
    await reschedule(admin, otherType, { start: LATER, rescheduleUid: booking.uid, responses });
    const [moved] = await queryAll(EventItem, { userId: other.userId });
    expect(moved?.left).toEqual([
      {
        ...{ role: "host", userId: host.userId, name: booking.user.name, email: booking.user.email },
        ...{
          timeZone: booking.user.timeZone,
          locale: booking.user.locale,
          timeFormat: booking.user.timeFormat,
        },
      },
    ]);
    const [, second] = await queryAll(EventItem, { userId: host.userId });
    expect(second).toMatchObject({ trigger: "BOOKING_RESCHEDULED", firstScope: { userId: other.userId } });
    expect(second).not.toHaveProperty("left");
  });

  it("when a reschedule leaves out one of several hosts, also if the clock advances between its two events", async () => {
    const team = await makeTeamOfHosts(2);
    const [first] = team.hosts;
    const responses = { name: "Ann", email: "ann@example.com" };
    const both = await makeTeamEventType(team, "COLLECTIVE");
    const booking = await book(first, both, { start: START, responses });
    const own = await makeEventType(first);
    let time = Date.now();
    setClock(() => ++time);
    await reschedule(first, own, { start: LATER, rescheduleUid: booking.uid, responses });
    expect(await eventsAfterFirst(first)).toMatchObject([
      // That for the audience of the original.
      ["BOOKING_RESCHEDULED", 2, undefined, ["ann@example.com"], []],
      ["BOOKING_RESCHEDULED", 2, undefined, ["ann@example.com"], [`host ${booking.otherHosts?.[0]?.email}`]],
    ]);
  });

  it.each<[string, (setUp: Awaited<ReturnType<typeof makeBooking>>) => Promise<StoredBooking>]>([
    ["moved", ({ host, booking }) => updateBooking(host, booking, BookingUpdate.parse({ start: LATER }))],
    ["cancelled", ({ host, booking }) => cancelBooking(host, booking, {})],
    [
      "rescheduled with all of them",
      ({ host, eventType, booking }) =>
        reschedule(host, eventType, {
          ...{ start: LATER, rescheduleUid: booking.uid },
          responses: { name: "Ann", email: "ann@example.com", guests: GUESTS },
        }),
    ],
  ])("but not if the booking is %s", async (_, change) => {
    const setUp = await makeBooking();
    await change(setUp);
    for (const event of await queryAll(EventItem, { userId: setUp.host.userId }))
      expect(event).not.toHaveProperty("left");
  });
});
