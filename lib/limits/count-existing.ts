import type { Bookable } from "#lib/event-types/get-bookable.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { transact } from "#lib/table/write.ts";
import type { CountedBooking as Counted } from "./counted-booking.ts";
import { CountedBooking } from "./counted-booking.ts";
import { addToCounter, countersFor, minutesOf } from "./counter.ts";

/** Bookings of one transaction: each changes itself and at most four counters. */
const AT_ONCE = 19;

/**
 * Counts bookings that the counters of their event type don't count yet. Each booking gets the names of its counters in the transaction
 * that counts it, so it is counted once, however many functions do this at the same time.
 *
 * @throws {ConditionFailed} if one of them has changed in between
 */
export async function countExisting(bookable: Bookable, bookings: readonly Counted[]): Promise<void> {
  const uncounted = bookings
    .map((booking) => ({ booking, names: countersFor(bookable, booking.startTime) ?? [] }))
    .filter(({ booking, names }) => names.join() !== booking.countedIn?.join());
  // In random order, so that functions that do this at the same time mostly write different ones.
  for (const batch of chunksOf(uncounted, AT_ONCE).toSorted(() => Math.random() - 0.5))
    await transact(countingWrites(bookable.eventType.id, batch));
}

function countingWrites(
  eventTypeId: number,
  uncounted: readonly { booking: Counted; names: string[] }[],
): Operation[] {
  const counts = new Map<string, { bookings: number; minutes: number }>();
  for (const { booking, names } of uncounted)
    for (const name of names) {
      const { bookings, minutes } = counts.get(name) ?? { bookings: 0, minutes: 0 };
      counts.set(name, { bookings: bookings + 1, minutes: minutes + minutesOf(booking) });
    }
  return [
    ...uncounted.map(({ booking: { userId, id, version }, names }) =>
      update(CountedBooking, { userId, id }, { set: { countedIn: names }, ifVersion: version }),
    ),
    ...[...counts].map(([name, add]) => addToCounter({ eventTypeId, name }, add)),
  ];
}
