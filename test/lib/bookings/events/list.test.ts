import { beforeEach, describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { recordEvent } from "#lib/bookings/events/record-event.ts";
import type { Event } from "#lib/bookings/events/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { requestEvents } from "#test/support/calls/list-events.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

let clock = 0;
beforeEach(() => {
  clock = Date.UTC(2030, 0, 1);
  setClock(() => clock);
});
const pass = (seconds: number) => {
  clock += seconds * 1000;
};

/** Creates a host with a booking. */
async function makeBookedHost(): Promise<{ host: Caller; booking: StoredBooking }> {
  const host = await makeHost();
  return { host, booking: await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" }) };
}
const cancel = (host: Caller, { id }: StoredBooking) => cancelBooking(host, { id }, {});

/** Records events of a booking, one per second, each with about `kilobytes`, and waits until they are settled. */
async function recordMany(booking: StoredBooking, count: number, kilobytes = 1): Promise<void> {
  const description = "x".repeat(kilobytes * 1000);
  for (let at = 1; at <= count; at += 1) {
    const changed = { ...booking, description, eventSequence: booking.eventSequence + at };
    await transact(recordEvent("BOOKING_RESCHEDULED", changed));
    pass(1);
  }
  pass(40);
}
const sequences = (events: readonly Event[]) => events.map(({ sequence }) => sequence);

describe("the events of a host", () => {
  it("have the payloads of webhooks, oldest first", async () => {
    const { host, booking } = await makeBookedHost();
    pass(1);
    await cancel(host, booking);
    pass(60);
    const stored = await queryAll(EventItem, { userId: host.userId });
    const { events } = await requestEvents(host);
    expect(events).toEqual([
      expect.objectContaining({ triggerEvent: "BOOKING_CREATED", createdAt: "2030-01-01T00:00:00.000Z" }),
      expect.objectContaining({ triggerEvent: "BOOKING_CANCELLED", createdAt: "2030-01-01T00:00:01.000Z" }),
    ]);
    expect(events).toEqual(
      stored.map(({ id, payload, sequence }) =>
        expect.objectContaining({ id, sequence, bookingId: booking.id, payload: JSON.parse(payload) }),
      ),
    );
  });

  it("are only the caller's own, also for a system admin", async () => {
    const [{ host }, admin] = [await makeBookedHost(), await makeHost("ADMIN")];
    pass(60);
    expect((await requestEvents(host)).events).toHaveLength(1);
    expect((await requestEvents(admin)).events).toEqual([]);
  });

  it("expire after 30 days", async () => {
    const { host } = await makeBookedHost();
    pass(30 * 86_400 + 1);
    expect((await requestEvents(host)).events).toEqual([]);
    expect((await requestEvents(host, { cursor: "" })).events).toEqual([]);
  });

  it("are filtered by trigger, booking and time", async () => {
    const { host, booking } = await makeBookedHost();
    const other = await book(host, await makeEventType(host), { start: "2031-03-04T09:00:00Z" });
    pass(10);
    await cancel(host, booking);
    pass(60);
    const found = async (query: Record<string, string>) =>
      (await requestEvents(host, query)).events.map((event) => [event.bookingId, event.sequence]);
    for (const cursor of [{}, { cursor: "" }] as Record<string, string>[]) {
      expect(await found({ ...cursor, trigger: "BOOKING_CANCELLED" })).toEqual([[booking.id, 2]]);
      expect(await found({ ...cursor, bookingId: String(other.id) })).toEqual([[other.id, 1]]);
      expect(await found({ ...cursor, dateFrom: "2030-01-01T00:00:10Z" })).toEqual([[booking.id, 2]]);
      expect(await found({ ...cursor, dateFrom: "2030-01-01T00:00:10.001Z" })).toEqual([]);
      expect(await found({ ...cursor, dateFrom: "2040-01-01T00:00:00Z" })).toEqual([]);
    }
  });

  it("reject page numbers and unknown triggers", async () => {
    const { host } = await makeBookedHost();
    expect((await requestEvents(host, { page: "1" })).text).toContain("send an empty `cursor`");
    expect((await requestEvents(host, { trigger: "BOOKING_LOST" })).status).toBe(400);
  });

  it("are paged by cursor, each once, with one round trip per page at any depth", async () => {
    const { host, booking } = await makeBookedHost();
    await recordMany(booking, 24);
    const pages: number[][] = [];
    let page = await requestEvents(host, { take: "4", cursor: "" });
    for (; page.next !== undefined; page = await requestEvents(host, { take: "4", cursor: page.cursor })) {
      pages.push(sequences(page.events));
      expect(page.trips).toBe(1);
    }
    expect([...pages, sequences(page.events)]).toEqual(
      Array.from({ length: 7 }, (_, at) => [1, 2, 3, 4].map((n) => at * 4 + n).filter((n) => n <= 25)),
    );
  });

  it("are listed in smaller pages if they are large or few match a filter, without omitting any", async () => {
    const { host, booking } = await makeBookedHost();
    await recordMany(booking, 30, 90);
    for (const [filter, count] of [
      [{}, 31],
      [{ trigger: "BOOKING_RESCHEDULED" }, 30],
      [{ trigger: "BOOKING_CREATED" }, 1],
    ] as const) {
      const found: Event[] = [];
      let calls = 0;
      for (let cursor: string | undefined = ""; cursor !== undefined; calls += 1) {
        const page = await requestEvents(host, { ...filter, take: "100", cursor });
        expect(page.trips).toBe(1);
        found.push(...page.events);
        cursor = page.next === undefined ? undefined : page.cursor;
      }
      expect(calls).toBeGreaterThan(2);
      expect(found).toHaveLength(count);
    }
  });
});

describe("a reader of events", () => {
  it("continues after the last event later, without gaps and duplicates", async () => {
    const { host, booking } = await makeBookedHost();
    pass(60);
    const first = await requestEvents(host, { cursor: "" });
    expect([sequences(first.events), first.next]).toEqual([[1], undefined]);
    const again = await requestEvents(host, { cursor: first.cursor });
    expect([again.events, again.next, again.cursor]).toEqual([[], undefined, first.cursor]);
    await cancel(host, booking);
    pass(60);
    const later = await requestEvents(host, { cursor: again.cursor });
    expect(sequences(later.events)).toEqual([2]);
    expect((await requestEvents(host, { cursor: later.cursor })).events).toEqual([]);
  });

  it("never misses an event that is written late: an event is listed when no earlier one can appear any more", async () => {
    const { host, booking } = await makeBookedHost();
    // Another call set its time earlier, and commits when its function is about to time out.
    const late = recordEvent("BOOKING_RESCHEDULED", { ...booking, eventSequence: 2 });
    pass(1);
    await transact(recordEvent("BOOKING_RESCHEDULED", { ...booking, eventSequence: 3 }));
    pass(29);
    const early = await requestEvents(host, { cursor: "" });
    expect(early.events).toEqual([]);
    await transact(late);
    pass(5.5);
    const first = await requestEvents(host, { cursor: early.cursor });
    expect(sequences(first.events)).toEqual([1, 2]);
    pass(1);
    expect(sequences((await requestEvents(host, { cursor: first.cursor })).events)).toEqual([3]);
  });

  it("gets no event twice from a function with a slow clock", async () => {
    const { host } = await makeBookedHost();
    pass(60);
    const first = await requestEvents(host, { cursor: "" });
    pass(-50);
    const again = await requestEvents(host, { cursor: first.cursor });
    expect([again.status, again.events, again.cursor]).toEqual([200, [], first.cursor]);
  });
});
