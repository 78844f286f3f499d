import type { Range, SlotRules } from "#lib/availability/calendar.ts";
import { busyTimeOf, findClosedRule, listSlotStarts } from "#lib/availability/slots.ts";
import type { ClaimedTime } from "#lib/claims/claims.ts";
import { listClaimedTime } from "#lib/claims/list-claimed-time.ts";
import { isOwnerNamed, reservationName } from "#lib/claims/owner.ts";
import {
  listSeatedSlots,
  liveReservationsIn,
  SlotItem,
  type StoredSlot,
  takenSeats,
  timesOfSlot,
} from "#lib/claims/seats.ts";
import { bookingsIn } from "#lib/claims/slot-bookings.ts";
import type { Bookable } from "#lib/event-types/get-bookable.ts";
import { type FreedBooking, findFullPeriods } from "#lib/limits/full-periods.ts";
import { now } from "#lib/platform/clock.ts";
import { instantOf, MINUTE, rangeBetween } from "#lib/platform/minutes.ts";
import { getItem } from "#lib/table/read.ts";
import { calendarsOf, hostIds } from "./hosts.ts";

/** A booking that is to be moved: its own time, its seats, and its place within limits count as free. */
export interface MovingBooking extends FreedBooking {
  userId: number;
  eventTypeId: number;
  claim: { slot: string | null } | null;
  attendees: readonly unknown[];
}

/** Which slots to find: those that start within a range, for a viewer whose clock shows round times at their starts. */
export interface SlotSearch {
  within: Range;
  viewerZone: string;
  moving?: MovingBooking | undefined;
  /** The reservation whose time, or seat, counts as free. */
  reservationUid?: string | undefined;
  /** Seats that are needed of a slot that has seats. If not given, those of the booking to be moved, else 1. */
  seats?: number;
  /** The holds of one of the hosts in {@link busyTimeOf} the range, if they have been read. */
  known?: { userId: number; holds: readonly ClaimedTime[] } | undefined;
}

/** A slot by its start, in minutes since 1970. If it is shared with other bookings: how many seats are taken, and the uid of the first one. */
export interface Slot {
  start: number;
  attendees?: number;
  bookingUid?: string | undefined;
}

/**
 * Finds the slots of an event type that can be booked, ascending. A seated slot that has bookings keeps its start and is found until it
 * is full. One round trip per 1 MB of the claim rows of one host, or of slots.
 */
export async function findSlots(bookable: Bookable, rules: SlotRules, search: SlotSearch): Promise<Slot[]> {
  const { viewerZone, moving, seats = moving?.attendees.length ?? 1, known } = search;
  const at = now() / MINUTE;
  const within = { from: Math.max(search.within.from, Math.floor(at)), to: search.within.to };
  if (within.from >= within.to) return [];
  const ids = hostIds(bookable);
  const busyTime = busyTimeOf(rules, within);
  const own = moving && ids.includes(moving.userId) ? moving : undefined;
  const [holds, seated, full, left] = await Promise.all([
    Promise.all(ids.map((id) => (id === known?.userId ? known.holds : listClaimedTime(id, busyTime)))),
    seatedSlotsOf(bookable, within),
    findFullPeriods(bookable, { within, length: rules.length, moving }),
    own?.claim?.slot == null ? undefined : getItem(SlotItem, { userId: own.userId, slot: own.claim.slot }),
  ]);
  const takenIn = (slot: StoredSlot): number =>
    takenSeats(slot) - seatsFreedIn(slot, own, search.reservationUid);
  const slots = left ? [left, ...seated] : seated;
  const vacated = slots.filter((slot) => takenIn(slot) <= 0).map(({ slot }) => slot);
  const freed = [...vacated, ...(own ? [own.id] : []), ...reservationsIn(search)];
  const busyOf = (id: number): ClaimedTime[] =>
    (holds[ids.indexOf(id)] ?? []).filter(({ owner }) => !freed.some((name) => isOwnerNamed(owner, name)));
  const starts = listSlotStarts(rules, within, {
    now: at,
    full,
    viewerZone,
    ...calendarsOf(bookable, busyOf),
  });
  const shared = seated
    .map((slot) => ({ ...slot, taken: takenIn(slot) }))
    .filter(
      (slot) => slot.taken > 0 && hasSeats(slot, bookable, seats) && isOpen(slot, { bookable, rules, full }),
    )
    .map((slot) => ({
      start: intervalOf(slot).from,
      attendees: slot.taken,
      bookingUid: bookingsIn(slot).find(({ id }) => id !== own?.id)?.uid,
    }));
  return [...starts.map((start) => ({ start })), ...shared].toSorted((a, b) => a.start - b.start);
}

const reservationsIn = ({ reservationUid }: SlotSearch): string[] =>
  reservationUid === undefined ? [] : [reservationName(reservationUid)];

/** The seats of a slot that the booking to be moved and the caller's reservation have. */
function seatsFreedIn(slot: StoredSlot, own: MovingBooking | undefined, uid: string | undefined): number {
  const moved = own?.claim?.slot === slot.slot ? own.attendees.length : 0;
  const name = uid === undefined ? undefined : reservationName(uid);
  const reserved = liveReservationsIn(slot).filter(
    (owner) => name !== undefined && isOwnerNamed(owner, name),
  );
  return moved + reserved.length;
}

const seatedSlotsOf = async ({ eventType, owner }: Bookable, { from, to }: Range): Promise<StoredSlot[]> =>
  eventType.seatsPerTimeSlot === null
    ? []
    : listSeatedSlots(
        { userId: owner.id, eventTypeId: eventType.id },
        { start: instantOf(from), end: instantOf(to) },
      );

const intervalOf = ({ slot }: StoredSlot): Range => rangeBetween(timesOfSlot(slot));

const hasSeats = ({ taken }: StoredSlot, { eventType }: Bookable, seats: number): boolean =>
  taken + seats <= (eventType.seatsPerTimeSlot ?? 0);

/** Whether a slot with bookings has the requested length, and no rule closes its time. */
function isOpen(
  slot: StoredSlot,
  { bookable, rules, full }: { bookable: Bookable; rules: SlotRules; full: readonly Range[] },
): boolean {
  const interval = intervalOf(slot);
  return (
    interval.to - interval.from === rules.length &&
    findClosedRule(rules, interval, { now: now() / MINUTE, full, ...calendarsOf(bookable) }) === undefined
  );
}
