import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { listBookings } from "#lib/bookings/list.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { claimedMinutes, countOutcomes } from "#test/support/builders/calendar.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const DAY = "2030-03-04";

describe("creating bookings", () => {
  it("succeeds once in 50 concurrent requests for the same time", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const tries = Array.from({ length: 50 }, () => book(host, eventType, { start: `${DAY}T09:00:00Z` }));
    expect(await countOutcomes(tries)).toEqual({ won: 1, no_available_users_found_error: 49 });
    expect(await claimedMinutes(host)).toBe(30);
  });

  it("never overlaps in 40 concurrent requests, half of them 15 minutes later", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const starts = Array.from({ length: 40 }, (_, at) => `${DAY}T09:${at % 2 ? "15" : "00"}:00Z`);
    const counts = await countOutcomes(starts.map((start) => book(host, eventType, { start })));
    expect(counts).toEqual({ won: 1, no_available_users_found_error: 39 });
  });

  it("books all 46 free times of a day concurrently", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const tries = Array.from({ length: 46 }, (_, at) =>
      book(host, eventType, {
        start: new Date(Date.parse(`${DAY}T00:00:00Z`) + at * 1_800_000).toISOString(),
      }),
    );
    expect(await countOutcomes(tries)).toEqual({ won: 46 });
  });

  it("stores the keys of metadata and answers in their order", async () => {
    const host = await makeHost();
    const names = ["zebra", "apple", "mango", "kiwi", "banana", "avocado", "cherry"];
    const bookingFields = names.map((name) => ({ name, type: "text" as const }));
    const eventType = await makeEventType(host, { bookingFields });
    const metadata = Object.fromEntries(names.map((name) => [name, { z: 1, y: 2, x: [{ d: 3, c: 4 }] }]));
    const answers = Object.fromEntries(names.map((name) => [name, name]));
    const responses = { name: "Ann", email: "ann@example.com", guests: [], ...answers };
    const { id } = await book(host, eventType, { start: `${DAY}T09:00:00Z`, metadata, responses });
    const found = await getBooking(host, id);
    expect(JSON.stringify(found.metadata)).toBe(JSON.stringify(metadata));
    const { location: _, ...own } = found.responses;
    expect(JSON.stringify(own)).toBe(JSON.stringify(responses));
  });

  it("stores any valid JSON, and answers to questions with any name", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { bookingFields: [{ name: "constructor", type: "text" }] });
    const metadata = {
      constructor: "text",
      numbers: [9_007_199_254_740_991, -1e-130, 0.1],
      deeper: { deep: JSON.parse(`${"[".repeat(18)}${"]".repeat(18)}`) },
      text: "\u0000\u{1f600}",
    };
    const responses = { name: "Ann", email: "ann@example.com", constructor: "an answer" };
    const { id } = await book(host, eventType, { start: `${DAY}T09:00:00Z`, metadata, responses });
    const stored = await getBooking(host, id);
    expect(stored.metadata).toEqual(metadata);
    expect(stored.responses).toMatchObject(responses);
  });

  it("starts without a rating, a no-show, a payment, a cancellation or a move", async () => {
    const host = await makeHost();
    const { id } = await book(host, await makeEventType(host), { start: `${DAY}T09:00:00Z` });
    expect(await getBooking(host, id)).toMatchObject({
      rating: null,
      ratingFeedback: null,
      noShowHost: false,
      paid: false,
      payment: [],
      references: [],
      cancellationReason: null,
      cancelledBy: null,
      rejectionReason: null,
      rescheduled: false,
      fromReschedule: null,
      iCalSequence: 0,
    });
  });

  it("gives three seats to ten concurrent requests, and removes the slot with the last booking", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { seatsPerTimeSlot: 3 });
    const tries = Array.from({ length: 10 }, () => book(host, eventType, { start: `${DAY}T09:00:00Z` }));
    expect(await countOutcomes(tries)).toEqual({ won: 3, booking_seats_full: 7 });
    const won = (await Promise.allSettled(tries)).flatMap((result) =>
      result.status === "fulfilled" ? [result.value] : [],
    );
    await Promise.all(won.map(({ id }) => cancelBooking(host, { id }, {})));
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toEqual([]);
    expect(await claimedMinutes(host)).toBe(0);
  });

  it("includes the buffers of the time of booking", async () => {
    const host = await makeHost();
    const buffered = await makeEventType(host, { beforeEventBuffer: 10, afterEventBuffer: 20 });
    const plain = await makeEventType(host);
    await book(host, buffered, { start: `${DAY}T10:00:00Z` });
    expect(await countOutcomes([book(host, plain, { start: `${DAY}T10:49:00Z` })])).toEqual({
      no_available_users_found_error: 1,
    });
    expect(await countOutcomes([book(host, plain, { start: `${DAY}T09:21:00Z` })])).toEqual({
      no_available_users_found_error: 1,
    });
    expect(await countOutcomes([book(host, plain, { start: `${DAY}T10:50:00Z` })])).toEqual({ won: 1 });
    expect(await countOutcomes([book(host, plain, { start: `${DAY}T09:20:00Z` })])).toEqual({ won: 1 });
  });

  it("joins a slot that has other buffers, and claims the slot's minutes", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { seatsPerTimeSlot: 2, beforeEventBuffer: 5 });
    const first = await book(host, eventType, { start: `${DAY}T09:00:00Z` });
    await updateEventType(host, eventType, { beforeEventBuffer: 15 });
    setClock(() => Date.now() + 6_000);
    const second = await book(host, eventType, { start: `${DAY}T09:00:00Z` });
    expect(second.claim).toEqual(first.claim);
    expect(await countOutcomes([book(host, eventType, { start: `${DAY}T09:00:00Z` })])).toEqual({
      booking_seats_full: 1,
    });
  });

  it("rejects a first booking with more attendees than seats", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { seatsPerTimeSlot: 2 });
    const guests = (count: number) => Array.from({ length: count }, (_, at) => `guest${at}@example.com`);
    const party = (count: number) => ({
      start: `${DAY}T09:00:00Z`,
      responses: { name: "Ann", email: "ann@example.com", guests: guests(count) },
    });
    expect(await countOutcomes([book(host, eventType, party(2))])).toEqual({ booking_seats_full: 1 });
    expect(await queryAll(SeatedTimeItem, { userId: host.userId })).toEqual([]);
    expect(await countOutcomes([book(host, eventType, party(1))])).toEqual({ won: 1 });
  });

  it("joins a slot even if the present buffers would not fit", async () => {
    const host = await makeHost();
    const [seated, alone] = [await makeEventType(host, { seatsPerTimeSlot: 2 }), await makeEventType(host)];
    await book(host, seated, { start: `${DAY}T09:00:00Z` });
    await book(host, alone, { start: `${DAY}T09:30:00Z` });
    await updateEventType(host, seated, { afterEventBuffer: 15 });
    setClock(() => Date.now() + 6_000);
    expect(await countOutcomes([book(host, seated, { start: `${DAY}T09:00:00Z` })])).toEqual({ won: 1 });
  });

  it("returns booking_conflict if the same booking exists, even if its time is in use", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const responses = { name: "Ann", email: "ann@example.com" };
    await book(host, eventType, { start: `${DAY}T09:00:00Z`, responses });
    expect(await countOutcomes([book(host, eventType, { start: `${DAY}T09:00:00Z`, responses })])).toEqual({
      booking_conflict: 1,
    });
  });

  it("records an event with the booking, and none if it is rejected", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const booking = await book(host, eventType, { start: `${DAY}T09:00:00Z` });
    await countOutcomes([book(host, eventType, { start: `${DAY}T09:15:00Z` })]);
    const events = await queryAll(EventItem, { userId: host.userId });
    expect(events.map(({ trigger, bookingId }) => [trigger, bookingId])).toEqual([
      ["BOOKING_CREATED", booking.id],
    ]);
  });
});

describe("access to bookings", () => {
  const listIdsFor = async (caller: Caller): Promise<number[]> =>
    (await readList(listBookings(caller))).map(({ id }) => id);

  it("a host gets their own bookings, another user none and a system admin all", async () => {
    const [host, stranger, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    const eventType = await makeEventType(host);
    const { id } = await book(host, eventType, { start: `${DAY}T09:00:00Z` });
    expect(await listIdsFor(host)).toEqual([id]);
    expect(await listIdsFor(stranger)).toEqual([]);
    expect(await listIdsFor(admin)).toContain(id);
    await expect(cancelBooking(stranger, { id }, {})).rejects.toMatchObject({ code: "not_found" });
  });
});
