import { queryBookingsOfHost } from "#lib/bookings/bookings-of-host.ts";
import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { compareCounters } from "./compare-counters.ts";
import { compareKeys } from "./compare-keys.ts";
import { compareMeetings } from "./compare-meetings.ts";
import { compareMinutes } from "./compare-minutes.ts";
import { compareSlots } from "./compare-slots.ts";
import type { Disagreement, Suspicion } from "./disagreement.ts";
import { addBooking, noBookings } from "./host-bookings.ts";

/** How often a host is looked at while something seems wrong, and the milliseconds between two looks. */
const LOOKS = 6;
const PAUSE = 50;
/** Bookings whose rows are read together: few, as many hosts are checked side by side. */
const PAGE = 200;

/**
 * Whether the claimed minutes, slots, idempotency keys and due meetings of a host, and the counters of its event types' limits, say what
 * the bookings say; answers what does not.
 * Bookings may go on meanwhile: rows read while a booking changed prove nothing, so only what is seen twice with that
 * booking unchanged is answered. Memory holds a page of rows, and a few words for each booking of the host.
 */
export async function checkClaims(caller: Caller, userId: number): Promise<Disagreement[]> {
  requireSystemAdmin(caller);
  const proven = new Map<string, Disagreement>();
  let before = new Set<string>();
  for (let look = 1; look <= LOOKS; look += 1) {
    const suspicions = await lookAt(userId);
    const seen = new Set(suspicions.map((suspicion) => JSON.stringify(suspicion)));
    for (const { asOf: _, ...disagreement } of suspicions.filter((it) => before.has(JSON.stringify(it))))
      proven.set(JSON.stringify(disagreement), disagreement);
    if ([...seen].every((suspicion) => before.has(suspicion))) break;
    before = seen;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return [...proven.values()];
}

/** The bookings are read before the rows that are compared with them (see {@link Suspicion}). */
async function lookAt(userId: number): Promise<Suspicion[]> {
  const host = noBookings(userId);
  const suspicions: Suspicion[] = [];
  for await (const page of queryBookingsOfHost(userId, { limit: PAGE })) {
    for (const booking of page) addBooking(host, booking);
    // Keys and meetings are compared once, with the first host of a booking.
    const own = page.filter((booking) => booking.userId === userId);
    suspicions.push(...(await compareKeys(own)), ...(await compareMeetings(own)));
  }
  return [
    ...suspicions,
    ...(await compareSlots(host)),
    ...(await compareMinutes(host)),
    ...(await compareCounters(userId)),
  ];
}
