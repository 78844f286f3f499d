import { expect } from "vitest";
import { CountedBooking } from "#lib/bookings/limits/counted-booking.ts";
import {
  addToCounter,
  CounterItem,
  countWithout,
  minutesOf,
  reservationsIn,
} from "#lib/bookings/limits/counter.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ALL_HOURS, makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

const CODE = "no_available_users_found_error";

/** The response to a booking that a limit rejects. */
export const LIMITED = expect.objectContaining({
  status: 409,
  json: expect.objectContaining({ code: CODE, rule: "limit" }),
});
export const DONE = expect.objectContaining({ status: 200 });

/** Creates a host whose event type can be booked at all hours of UTC. */
export async function makeLimited(more: Record<string, unknown> = {}) {
  const host = await makeHost();
  await makeSchedule(host, { timeZone: "UTC", availability: ALL_HOURS });
  const eventType = await makeEventType(host, { lengths: [30, 60], ...more });
  return { host, eventType, id: eventType.id };
}

/** Returns the id in the response to a new booking. */
export const idOf = ({ json }: { json: Record<string, unknown> }) => Number(json["id"]);

export const changeEventType = (caller: Caller, id: number, body: object) =>
  callEndpoint("event-types.update", caller, { path: { id: String(id) }, body });

/** The counts of bookings in the counters that an event type uses, by `kind/start`; counters of no bookings are omitted. */
export async function readCounters(eventTypeId: number): Promise<Record<string, [number, number]>> {
  const eventType = await findItem(EventTypeItem, { id: eventTypeId });
  const counters = await queryAll(CounterItem, { eventTypeId });
  return Object.fromEntries(
    counters
      .filter((one) => one.counters === eventType?.counters?.id)
      .map((one) => ({ ...one, ...countWithout(one, reservationsIn(one)) }))
      .filter(({ bookings }) => bookings !== 0)
      .map(({ kind, start, bookings, minutes }) => [`${kind}/${start}`, [bookings, minutes]]),
  );
}

/** Requires that the counters an event type uses count exactly the bookings of a host that hold time. */
export async function expectCounted(userId: number, eventTypeId: number): Promise<void> {
  const eventType = await findItem(EventTypeItem, { id: eventTypeId });
  if (!eventType?.counters) return;
  const prefix = `${eventType.counters.id}/`;
  const bookings = (await queryAll(CountedBooking, { userId })).filter(
    (one) => one.eventTypeId === eventTypeId && !["CANCELLED", "REJECTED"].includes(one.status),
  );
  const expected: Record<string, [number, number]> = {};
  for (const booking of bookings) {
    expect(booking.countedIn?.every((name) => name.startsWith(prefix))).toBe(true);
    for (const name of booking.countedIn ?? []) {
      const [bookings, minutes] = expected[name] ?? [0, 0];
      expected[name] = [bookings + 1, minutes + minutesOf(booking)];
    }
  }
  const counters = Object.entries(await readCounters(eventTypeId));
  expect(Object.fromEntries(counters.map(([name, counts]) => [prefix + name, counts]))).toEqual(expected);
}

/** Lists the starts of the slots of an event type. */
export async function startsOfSlots(
  caller: Caller,
  eventTypeId: number,
  { from, to, ...query }: { from: string; to: string } & Record<string, string>,
): Promise<string[]> {
  const { json } = await callEndpoint("slots.list", caller, {
    query: { eventTypeId, start: from, end: to, ...query },
  });
  return Object.values(Object(json["slots"])).flatMap((slots) =>
    Array.isArray(slots) ? slots.map((slot) => String(Object(slot).time)) : [],
  );
}

/** Removes a booking from its counters, as if a function that had not read the limits yet had created it. */
export async function removeFromCounters(userId: number, id: number): Promise<void> {
  const booking = await findItem(CountedBooking, { userId, id });
  if (!booking) throw new Error(`no booking ${id}`);
  const { eventTypeId, countedIn = [] } = booking;
  const less = { bookings: -1, minutes: -minutesOf(booking) };
  await transact([
    update(CountedBooking, { userId, id }, { remove: ["countedIn"] }),
    ...countedIn.map((name) => addToCounter({ eventTypeId, name }, less)),
  ]);
}
