import { idempotencyKeyRow, needsKeyRow } from "#lib/bookings/booking-key.ts";
import { queryBookingsOfHost } from "#lib/bookings/bookings-of-host.ts";
import { DueMeeting } from "#lib/bookings/due-meeting.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { nextMeeting, nextTrigger } from "#lib/bookings/meeting.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { bookingsIn } from "#lib/calendar/claims/seated-time-bookings.ts";
import { reservationsIn, SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { now } from "#lib/platform/clock.ts";
import { enumeratePages } from "#lib/storage/table/enumerate.ts";
import { queryPages } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import { compareCalendars } from "./compare-calendars.ts";
import { compareCounters } from "./compare-counters.ts";
import { compareMinutes } from "./compare-minutes.ts";
import { type Disagreement, holderText, intervalText, type Suspicion } from "./disagreement.ts";
import { addBooking, asOf, type Holding, type HostBookings, newHostBookings } from "./host-bookings.ts";

/** Hosts that are checked in parallel. */
const HOSTS_AT_ONCE = 8;

/** Checks the claims of all users, in the order of their ids. Yields the disagreements of each user. */
export async function* checkEveryHost(caller: Caller): AsyncGenerator<Disagreement[]> {
  for await (const users of enumeratePages(UserItem, "user"))
    for (const chunk of chunksOf(users, HOSTS_AT_ONCE))
      yield* await Promise.all(chunk.map(({ id }) => checkClaims(caller, id)));
}

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
    ...(await compareSeatedTimes(host)),
    ...(await compareMinutes(host)),
    ...(await compareCounters(userId)),
    ...(await compareCalendars(userId)),
  ];
}

/** Compares the slots of a host (interval, bookings and taken seats) with the bookings that are in them. */
async function compareSeatedTimes(host: HostBookings): Promise<Suspicion[]> {
  const expected = new Map(
    [...groupBySlot(host.holdings)].map(([slot, holdings]) => [slot, expectedText(holdings)]),
  );
  const found = new Map<string, string>();
  for await (const page of queryPages(SeatedTimeItem, { userId: host.userId }))
    for (const slot of page) {
      const reserved = reservationsIn(slot).length;
      const taken = slot.taken - reserved;
      // A slot without bookings expires with its last reservation.
      if (slot.holders === 0 && taken === 0 && reserved > 0) continue;
      const named = bookingsIn(slot);
      found.set(slot.slot, slotText({ holders: slot.holders, taken, named }, intervalText(slot)));
    }
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names]
    .map((slot) => ({
      userId: host.userId,
      part: "slot" as const,
      subject: slot,
      expected: expected.get(slot) ?? "no slot",
      found: found.get(slot) ?? "no slot",
      asOf: asOf(host, slot),
    }))
    .filter((slot) => slot.expected !== slot.found);
}

function groupBySlot(holdings: readonly Holding[]): Map<string, Holding[]> {
  const seated = holdings.filter(({ claim }) => claim.slot !== null);
  return Map.groupBy(seated, ({ claim }) => claim.slot ?? "");
}

function expectedText(holdings: readonly Holding[]): string {
  const taken = holdings.reduce((sum, holding) => sum + holding.seats, 0);
  const intervals = new Set(holdings.map(({ claim }) => intervalText(claim)));
  return slotText({ taken, holders: holdings.length, named: holdings }, [...intervals].join(" and "));
}

interface SlotContent {
  taken: number;
  holders: number;
  named: readonly { id: number; uid: string }[];
}

const slotText = ({ taken, holders, named }: SlotContent, interval: string): string => {
  const names = named.map(({ id, uid }) => `${id} ${uid}`).toSorted();
  return `${holders} bookings (${names.join(", ")}) with ${taken} seats, ${interval}`;
};

/** Compares idempotency keys with their rows: a booking that holds time and needs a row must own it; other bookings must not. */
async function compareKeys(bookings: readonly StoredBooking[]): Promise<Suspicion[]> {
  const keyed = bookings.filter(({ idempotencyKey }) => idempotencyKey !== null);
  const rows = await findItems(keyed.map((booking) => itemRequest(UniqueItem, idempotencyKeyRow(booking))));
  return keyed.flatMap((booking, at) => {
    const owner = rows[at]?.owner;
    const isOwn = owner === booking.id;
    if (isOwn === (holdsTime(booking.status) && needsKeyRow(booking))) return [];
    return [
      {
        userId: booking.userId,
        part: "key" as const,
        subject: `idempotency key of booking ${booking.id}`,
        expected: holderText(isOwn ? undefined : booking.id),
        found: holderText(owner),
        asOf: `${booking.id}:${booking.version}`,
      },
    ];
  });
}

/**
 * Compares bookings with the due index: an accepted booking in the future must be due for its start, and its next event must be in the
 * index at the time of that event.
 */
async function compareMeetings(bookings: readonly StoredBooking[]): Promise<Suspicion[]> {
  const found = await findItems(bookings.map((booking) => itemRequest(DueMeeting, booking)));
  return bookings
    .map((booking, at) => {
      const { due, wakesAt, nextMeetingTrigger = null, nextReminders } = found[at] ?? {};
      const trigger = nextTrigger({ nextMeetingTrigger, nextReminders });
      const isFound = due === duePartition("meetings", booking.id) && wakesAt !== undefined;
      return {
        userId: booking.userId,
        part: "meeting" as const,
        subject: `meeting of booking ${booking.id}`,
        expected: dueText(expectedNext(booking)),
        found: dueText(isFound ? { trigger: trigger ?? "nothing", at: wakesAt } : undefined),
        asOf: `${booking.id}:${booking.version}`,
      };
    })
    .filter((meeting) => meeting.expected !== meeting.found);
}

function expectedNext(booking: StoredBooking) {
  const isFuture = Date.parse(booking.startTime) > now();
  return nextMeeting(isFuture ? { ...booking, nextMeetingTrigger: "MEETING_STARTED" } : booking);
}

const dueText = (due: { trigger: string; at: string } | undefined): string =>
  due ? `${due.trigger} at ${due.at}` : "nothing due";
