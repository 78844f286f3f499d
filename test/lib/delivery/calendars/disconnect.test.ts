import { expect, it, vi } from "vitest";
import { DestinationMark } from "#lib/calendar/external/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { CalendarEventItem } from "#lib/delivery/calendars/entity.ts";
import { writeToCalendars } from "#lib/delivery/calendars/write-to-calendars.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { putItems } from "#lib/storage/table/put-items.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book } from "#test/support/builders/builders.ts";
import {
  connectDestination,
  eventsIn,
  makeCalendarHost,
  referencesOf,
} from "#test/support/builders/calendar-hosts.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useCalendarWrites } from "#test/support/cloud/calendar-writes.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

const { settle, takeMessages } = useCalendarWrites();

const disconnect = (host: Caller, id: number) =>
  callEndpoint("calendar-connections.delete", host, { path: { id: String(id) } });

it("events of a connection that is deleted stay, and their references are marked as deleted", async () => {
  const { host, eventType, stub, connectionId } = await makeCalendarHost();
  const booking = await book(host, eventType, { start: at(9) });
  await settle();
  const { iCalSequence, eventSequence } = await getStoredBooking(booking);
  expect(await disconnect(host, connectionId)).toMatchObject({ status: 200 });
  expect(await referencesOf(booking)).toEqual([["/ann/work/", true]]);
  expect(await getStoredBooking(booking)).toMatchObject({ iCalSequence, eventSequence });
  expect(await findItem(DestinationMark, host)).toBeUndefined();
  expect(eventsIn(stub)).toHaveLength(1);
  const { length } = stub.received;
  await cancel(host, booking.id);
  expect(await takeMessages()).toEqual([]);
  expect(stub.received).toHaveLength(length);
});

it("the references of other connections stay, and bookings are still written to them", async () => {
  const { host, eventType, connectionId } = await makeCalendarHost();
  const booking = await book(host, eventType, { start: at(9) });
  await settle();
  const other = await connectDestination(host, ["/ann/home/"]);
  const second = await book(host, eventType, { start: at(10) });
  await settle();
  await disconnect(host, connectionId);
  expect(await referencesOf(booking)).toEqual([["/ann/work/", true]]);
  expect(await referencesOf(second)).toEqual([["/ann/home/", null]]);
  await cancel(host, second.id);
  await settle();
  expect(eventsIn(other.stub)).toEqual([]);
});

it("a booking that is written while its connection is deleted has no reference to it", async () => {
  const { host, eventType, stub, connectionId } = await makeCalendarHost();
  const booking = await book(host, eventType, { start: at(9) });
  const [message] = await takeMessages();
  if (!message) throw new Error("Expected a message.");
  const [isDeleting, isRecorded, isDeleted] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  stub.isReady = isDeleting?.promise;
  let isWritten = false;
  interceptInTest(async ({ command, send }) => {
    const text = JSON.stringify(command.input);
    if (text.includes('"Delete"') && !isWritten) {
      isDeleting?.resolve();
      await isRecorded?.promise;
    }
    // The end of the attempt is stored after the connection was deleted.
    if (isWritten && text.includes('"entity":"calendar-event"')) await isDeleted?.promise;
    const response = await send();
    if (text.includes('"entity":"reference"')) {
      isWritten = true;
      isRecorded?.resolve();
    }
    return response;
  });
  const writing = writeToCalendars(message);
  await vi.waitFor(() => expect(stub.received).toHaveLength(1));
  expect(await disconnect(host, connectionId)).toMatchObject({ status: 200 });
  isDeleted?.resolve();
  await writing;
  expect(await referencesOf(booking)).toEqual([["/ann/work/", true]]);
});

it("an event that was deleted from a former calendar has no reference, if the new one is disconnected in the meantime", async () => {
  const { host, eventType } = await makeCalendarHost();
  const booking = await book(host, eventType, { start: at(9) });
  await settle();
  const { stub, connectionId } = await connectDestination(host, ["/ann/home/"]);
  await change(host, booking.id, { start: at(10) });
  const [message] = await takeMessages();
  if (!message) throw new Error("Expected a message.");
  const { promise, resolve } = Promise.withResolvers<void>();
  stub.received.length = 0;
  stub.isReady = promise;
  const writing = writeToCalendars(message);
  await vi.waitFor(() => expect(stub.received).toHaveLength(1));
  await disconnect(host, connectionId);
  resolve();
  await writing;
  expect(await referencesOf(booking)).toEqual([["/ann/work/", true]]);
});

it("deleting a connection can be repeated after it stopped at any write", async () => {
  for (let writes = 0, stopped = true; stopped; writes += 1) {
    const { host, eventType, connectionId } = await makeCalendarHost();
    const bookings = [at(9), at(10)].map((start) => book(host, eventType, { start }));
    const [first, second] = await Promise.all(bookings);
    await settle();
    stopped = await stopAfterWrites(writes, async () => {
      const { status } = await disconnect(host, connectionId);
      if (status !== 200) throw new Error("stopped");
    });
    if (stopped) await disconnect(host, connectionId);
    for (const booking of [first, second])
      expect(booking && (await referencesOf(booking))).toEqual([["/ann/work/", true]]);
    const path = { id: String(connectionId) };
    expect(await callEndpoint("calendar-connections.get", host, { path })).toMatchObject({ status: 404 });
  }
});

it("reads the bookings of many events together", async () => {
  const { host, calendarId, connectionId } = await makeCalendarHost();
  const { userId } = host;
  const ids = await seedBookings({ hosts: [userId], count: 450 });
  const event = { userId, calendarIds: [calendarId], attempt: 0, version: 1 };
  await putItems(
    CalendarEventItem,
    ids.map((bookingId) => ({ ...event, bookingId, uidHash: `hash-${bookingId}` })),
  );
  expect(await disconnect(host, connectionId)).toMatchObject({ status: 200 });
  expect(roundTrips().calls).toBeLessThan(50);
});
