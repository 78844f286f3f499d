import { expect } from "vitest";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import type { StoredReservation } from "#lib/bookings/reservations/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";

/**
 * Requires that the bookings of a host do not overlap, neither with each other nor with its live `reservations`, that the claims match
 * the bookings, and that each booking has its events, each once and numbered without gaps. Returns the bookings.
 */
export async function expectConsistentCalendar(
  userId: number,
  reservations: readonly StoredReservation[] = [],
): Promise<StoredBooking[]> {
  const bookings = await queryAll(BookingItem, { userId });
  const holding = bookings.filter(({ status, claim }) => claim !== null && holdsTime(status));
  expect([...overlaps([...holding, ...reservations]), ...overfullSlots(holding)]).toEqual([]);
  expect(await checkClaims(OPERATOR, userId)).toEqual([]);
  const events = await queryAll(EventItem, { userId });
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const recorded = events.map(({ bookingId, sequence }) => `${bookingId} ${sequence}`);
  const expected = bookings.flatMap(({ id, eventSequence }) =>
    Array.from({ length: eventSequence }, (_, at) => `${id} ${at + 1}`),
  );
  expect(recorded.toSorted()).toEqual(expected.toSorted());
  return bookings;
}

/** Pairs of bookings and reservations that have the same minute. */
function overlaps(all: readonly Pick<StoredBooking, "uid" | "claim">[]): string[] {
  const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
  const overlapping = pairs.filter(([{ claim: one }, { claim: other }]) => {
    if (!one || !other || (one.slot !== null && one.slot === other.slot)) return false;
    return one.from < other.to && other.from < one.to;
  });
  return overlapping.map(([one, other]) => `${one.uid} and ${other.uid} overlap`);
}

/** Slots with more attendees than seats. */
function overfullSlots(holding: readonly StoredBooking[]): string[] {
  const slots = Map.groupBy(
    holding.filter(({ claim }) => claim?.slot != null),
    ({ claim }) => claim?.slot ?? "",
  );
  const overfull = [...slots].filter(([, together]) => {
    const seats = Math.max(...together.map(({ eventType }) => eventType.seatsPerTimeSlot ?? 0));
    return together.reduce((sum, { attendees }) => sum + attendees.length, 0) > seats;
  });
  return overfull.map(([slot]) => `${slot} is overfull`);
}
