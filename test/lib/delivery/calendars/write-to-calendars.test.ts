import { describe, expect, it } from "vitest";
import { ReferenceItem } from "#lib/bookings/booking-references/entity.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { writeBooking } from "#lib/bookings/write-booking.ts";
import { OPERATOR } from "#lib/caller.ts";
import { saveEvent, uidHashOf } from "#lib/delivery/calendars/entity.ts";
import { writeToCalendars } from "#lib/delivery/calendars/write-to-calendars.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeHost, reschedule } from "#test/support/builders/builders.ts";
import {
  type CalendarHost,
  connectDestination,
  eventsIn,
  makeCalendarHost,
  referencesOf,
  updateCalendar,
} from "#test/support/builders/calendar-hosts.ts";
import { at, makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useCalendarWrites } from "#test/support/cloud/calendar-writes.ts";

const { settle, takeMessages } = useCalendarWrites();

const WORK = "/ann/work/";

describe("an accepted booking of a host with a destination", () => {
  it("has one event, and a reference that raises no event and no iCalSequence", async () => {
    const { host, eventType, stub, calendarId, connectionId } = await makeCalendarHost();
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    const [part = ""] = booking.iCalUID.split("@");
    expect(eventsIn(stub)).toEqual([
      {
        path: `${WORK}${part}.ics`,
        uid: booking.iCalUID,
        sequence: 0,
        summary: booking.title,
        description: expect.stringContaining(`<${booking.attendees[0]?.email}>`),
        location: expect.any(String),
        organizer: null,
        attendees: 0,
        start: booking.startTime,
        end: booking.endTime,
      },
    ]);
    const written = await getStoredBooking(booking);
    expect(written).toMatchObject({
      ...{ iCalSequence: 0, eventSequence: 1, destinationCalendarId: calendarId },
      destinationCalendar: {
        ...{ id: calendarId, integration: "caldav_calendar", externalId: WORK, name: expect.any(String) },
        ...{ userId: host.userId, eventTypeId: null, credentialId: connectionId },
      },
    });
    const reference = {
      ...{ type: "caldav_calendar", uid: booking.iCalUID, meetingId: booking.iCalUID },
      ...{ externalCalendarId: WORK, credentialId: connectionId, deleted: null },
    };
    expect(written.references).toEqual([expect.objectContaining(reference)]);
    expect(await queryAll(ReferenceItem, host)).toEqual([expect.objectContaining(reference)]);
    expect(await queryAll(EventItem, host)).toHaveLength(1);
  });

  it("is not written while the host is locked, and its event is deleted", async () => {
    const { host, eventType, stub } = await makeCalendarHost();
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    await lockUser(OPERATOR, host.userId, true);
    stub.received.length = 0;
    await change(OPERATOR, booking.id, { start: at(10) });
    await settle();
    expect(eventsIn(stub)).toEqual([]);
    expect(stub.received.map(({ method }) => method)).not.toContain("PUT");
    expect(await referencesOf(booking)).toEqual([[WORK, true]]);
    await lockUser(OPERATOR, host.userId, false);
    await change(host, booking.id, { start: at(11) });
    await settle();
    expect(eventsIn(stub)).toMatchObject([{ start: at(11) }]);
  });

  it("has its event at the same address with a higher SEQUENCE after a move, and none after a cancellation", async () => {
    const { host, eventType, stub } = await makeCalendarHost();
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    const [before] = eventsIn(stub);
    await change(host, booking.id, { start: at(10) });
    await settle();
    expect(eventsIn(stub)).toEqual([
      { ...before, sequence: 1, start: at(10), end: "2031-03-04T10:30:00.000Z" },
    ]);
    expect(stub.received.at(-1)?.headers["if-match"]).toEqual(expect.any(String));
    await cancel(host, booking.id);
    await settle();
    expect(eventsIn(stub)).toEqual([]);
    expect(await referencesOf(booking)).toEqual([[WORK, true]]);
  });

  it("has its event again, with its reference, when it is accepted again", async () => {
    const { host, eventType, stub } = await makeCalendarHost();
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    await cancel(host, booking.id);
    await settle();
    await change(host, booking.id, { status: "ACCEPTED" });
    await settle();
    expect(eventsIn(stub)).toMatchObject([{ sequence: 2, start: at(9) }]);
    expect(await referencesOf(booking)).toEqual([[WORK, null]]);
    expect(await queryAll(ReferenceItem, host)).toMatchObject([{ deleted: null }]);
  });

  it("takes over the event of the booking that it replaces", async () => {
    const { host, eventType, stub } = await makeCalendarHost();
    const original = await book(host, eventType, { start: at(9) });
    await settle();
    const [before] = eventsIn(stub);
    const booking = await reschedule(host, eventType, { start: at(11), rescheduleUid: original.uid });
    await settle();
    expect(eventsIn(stub)).toMatchObject([{ path: before?.path, sequence: 2, start: at(11) }]);
    expect(await referencesOf(original)).toEqual([[WORK, true]]);
    expect(await referencesOf(booking)).toEqual([[WORK, null]]);
    await cancel(host, booking.id);
    await settle();
    expect(eventsIn(stub)).toEqual([]);
  });
});

describe("a booking that waits for its confirmation", () => {
  it("has an event from its acceptance to its rejection", async () => {
    const { host, eventType, stub } = await makeCalendarHost({ requiresConfirmation: true });
    const booking = await book(host, eventType, { start: at(9) });
    expect(await settle()).toBe(1);
    expect(stub.received).toEqual([]);
    await change(host, booking.id, { status: "ACCEPTED" });
    await settle();
    expect(eventsIn(stub)).toHaveLength(1);
    await change(host, booking.id, { status: "REJECTED" });
    await settle();
    expect(eventsIn(stub)).toEqual([]);
    expect(await referencesOf(booking)).toEqual([[WORK, true]]);
  });
});

describe("the calendar of a booking", () => {
  const HOME = "/ann/home/";

  it("is the destination at its latest change: the event moves there", async () => {
    const { host, eventType, stub, calendarIds } = await makeCalendarHost({}, [WORK, HOME]);
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    await updateCalendar(host, calendarIds[1] ?? 0, { isDestination: true });
    expect(eventsIn(stub)).toMatchObject([{ path: expect.stringContaining(WORK) }]);
    await change(host, booking.id, { start: at(10) });
    await settle();
    expect(eventsIn(stub)).toMatchObject([{ path: expect.stringContaining(HOME), start: at(10) }]);
    expect(await referencesOf(booking)).toEqual([
      [WORK, true],
      [HOME, null],
    ]);
    expect(await getStoredBooking(booking)).toMatchObject({
      destinationCalendarId: calendarIds[1],
      destinationCalendar: { externalId: HOME },
    });
    await updateCalendar(host, calendarIds[1] ?? 0, { isDestination: false });
    await change(host, booking.id, { start: at(11) });
    await settle();
    expect(eventsIn(stub)).toEqual([]);
  });

  it("is that of its event type, if it names one", async () => {
    const { host, eventType, stub, calendarIds } = await makeCalendarHost({}, [WORK, HOME]);
    const body = { destinationCalendarId: calendarIds[1] };
    const path = { id: String(eventType.id) };
    expect(await callEndpoint("event-types.update", host, { path, body })).toMatchObject({
      json: { event_type: body },
    });
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    expect(eventsIn(stub)).toMatchObject([{ path: expect.stringContaining(HOME) }]);
    expect(await getStoredBooking(booking)).toMatchObject({
      destinationCalendar: { id: calendarIds[1], eventTypeId: eventType.id },
    });
  });

  it("is each host's own, if the booking has several", async () => {
    const team = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(team, "COLLECTIVE");
    const [first, second] = team.hosts;
    const [firstCalendar, secondCalendar] = [
      await connectDestination(first),
      await connectDestination(second),
    ];
    const booking = await book(team.owner, eventType, { start: at(9) });
    expect(await settle()).toBe(2);
    expect([firstCalendar, secondCalendar].map(({ stub }) => eventsIn(stub))).toMatchObject([
      [{ uid: booking.iCalUID }],
      [{ uid: booking.iCalUID }],
    ]);
    expect(await getStoredBooking(booking)).toMatchObject({
      destinationCalendarId: firstCalendar.calendarId,
      references: [
        { credentialId: firstCalendar.connectionId },
        { credentialId: secondCalendar.connectionId },
      ],
    });
    await cancel(first, booking.id);
    await settle();
    expect([firstCalendar, secondCalendar].map(({ stub }) => eventsIn(stub))).toEqual([[], []]);
  });

  it("is that of the new host, if it is rescheduled to another one", async () => {
    const admin = await makeHost("ADMIN");
    const [one, other] = [await makeCalendarHost(), await makeCalendarHost()];
    const original = await book(one.host, one.eventType, { start: at(9) });
    await settle();
    const rescheduled = await reschedule(admin, other.eventType, {
      ...{ start: at(10), rescheduleUid: original.uid },
    });
    expect(rescheduled.iCalUID).toBe(original.iCalUID);
    await settle();
    expect(eventsIn(one.stub)).toEqual([]);
    expect(eventsIn(other.stub)).toMatchObject([{ uid: original.iCalUID, start: at(10) }]);
  });
});

describe("imported bookings whose iCalUID is equal before the @", () => {
  /** Bookings whose iCalUID another service chose. */
  async function bookWithUids({ host, eventType }: CalendarHost, uids: string[]): Promise<StoredBooking[]> {
    const bookings: StoredBooking[] = [];
    for (const [hour, iCalUID] of uids.entries()) {
      const before = await getStoredBooking(await book(host, eventType, { start: at(9 + hour) }));
      bookings.push(await writeBooking(() => ({ before, after: { ...before, iCalUID } })));
    }
    return bookings;
  }

  it("have an event each", async () => {
    const calendarHost = await makeCalendarHost();
    const { host, stub } = calendarHost;
    const [first] = await bookWithUids(calendarHost, ["1@x.example", "1@y.example", "1"]);
    await settle();
    const uids = () => eventsIn(stub).map(({ uid }) => uid);
    expect(uids().toSorted()).toEqual(["1", "1@x.example", "1@y.example"]);
    await change(host, first?.id ?? 0, { start: at(14) });
    await settle();
    expect(eventsIn(stub)).toHaveLength(3);
    await cancel(host, first?.id ?? 0);
    await settle();
    expect(uids().toSorted()).toEqual(["1", "1@y.example"]);
  });

  it("have it at the address at which an earlier release wrote it", async () => {
    const calendarHost = await makeCalendarHost();
    const { host, stub, calendarId } = calendarHost;
    const [booking] = await bookWithUids(calendarHost, ["1@x.example"]);
    if (!booking) throw new Error("There is no booking.");
    await saveEvent(undefined, {
      ...{ userId: host.userId, uidHash: uidHashOf(booking), bookingId: booking.id },
      ...{ calendarIds: [calendarId], attempt: 0, version: 0 },
    });
    await settle();
    expect(eventsIn(stub).map(({ path }) => path)).toEqual([`${WORK}1.ics`]);
  });
});

describe("a host without a destination", () => {
  it("causes no message, also not after another calendar was read", async () => {
    const { host, eventType, calendarId, stub } = await makeCalendarHost();
    const other = await makeCalendarHost();
    await callEndpoint("calendar-connections.delete", other.host, {
      path: { id: String(other.connectionId) },
    });
    await book(other.host, other.eventType, { start: at(9) });
    expect(await takeMessages()).toEqual([]);
    await updateCalendar(host, calendarId, { isDestination: false });
    await book(host, eventType, { start: at(9) });
    await settle();
    expect(stub.received.filter(({ method }) => method === "PUT")).toEqual([]);
  });
});

describe("messages", () => {
  it("of a replaced booking that come last leave the event to the booking that replaced it", async () => {
    const { host, eventType, stub } = await makeCalendarHost();
    const original = await book(host, eventType, { start: at(9) });
    const late = await takeMessages();
    const booking = await reschedule(host, eventType, { start: at(11), rescheduleUid: original.uid });
    await settle();
    for (const message of late) await writeToCalendars(message);
    expect(late).toMatchObject([{ bookingId: original.id }]);
    expect(eventsIn(stub)).toMatchObject([{ sequence: booking.iCalSequence, start: at(11) }]);
  });

  it("of a booking that was deleted, or that has changed since, change nothing", async () => {
    const { host, eventType, stub } = await makeCalendarHost();
    await writeToCalendars({ userId: host.userId, bookingId: 4_000_000_000 });
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    await writeToCalendars({ userId: host.userId, bookingId: booking.id, attempt: 1 });
    expect(stub.received.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });
});
