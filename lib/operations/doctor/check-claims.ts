import { queryBookingsOfHost } from "#lib/bookings/bookings-of-host.ts";
import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { compareCalendars } from "./compare-calendars.ts";
import { compareCounters } from "./compare-counters.ts";
import { compareKeys } from "./compare-keys.ts";
import { compareMeetings } from "./compare-meetings.ts";
import { compareMinutes } from "./compare-minutes.ts";
import { compareSlots } from "./compare-slots.ts";
import type { Disagreement, Suspicion } from "./disagreement.ts";
import { addBooking, newHostBookings } from "./host-bookings.ts";

/** Most comparisons of one host while they differ, and the milliseconds between two of them. */
const MAX_COMPARISONS = 6;
const PAUSE = 50;
/** Bookings whose rows are read together: few, because several hosts are checked in parallel. */
const PAGE = 200;

/**
 * Compares the bookings of a host with the claimed minutes, slots, idempotency keys and due meetings, with the counters of the limits of
 * the host's event types, and the busy minutes of other calendars with what was read. Returns the disagreements. Bookings may change during the check: a row that was read while a booking changed
 * proves nothing, so a disagreement counts only if it is found twice with the same versions of the bookings. Holds one page of rows in
 * memory, and a few values for each booking.
 */
export async function checkClaims(caller: Caller, userId: number): Promise<Disagreement[]> {
  requireSystemAdmin(caller);
  const proven = new Map<string, Disagreement>();
  let before = new Set<string>();
  for (let count = 1; count <= MAX_COMPARISONS; count += 1) {
    const suspicions = await compareAll(userId);
    const found = new Set(suspicions.map((suspicion) => JSON.stringify(suspicion)));
    for (const { asOf: _, ...disagreement } of suspicions.filter((each) => before.has(JSON.stringify(each))))
      proven.set(JSON.stringify(disagreement), disagreement);
    if ([...found].every((suspicion) => before.has(suspicion))) break;
    before = found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return [...proven.values()];
}

/** Reads the bookings before the rows that are compared with them (see {@link Suspicion}). */
async function compareAll(userId: number): Promise<Suspicion[]> {
  const host = newHostBookings(userId);
  const suspicions: Suspicion[] = [];
  for await (const page of queryBookingsOfHost(userId, { limit: PAGE })) {
    for (const booking of page) addBooking(host, booking);
    // Keys and meetings are compared once: with the first host of a booking.
    const own = page.filter((booking) => booking.userId === userId);
    suspicions.push(...(await compareKeys(own)), ...(await compareMeetings(own)));
  }
  return [
    ...suspicions,
    ...(await compareSlots(host)),
    ...(await compareMinutes(host)),
    ...(await compareCounters(userId)),
    ...(await compareCalendars(userId)),
  ];
}
