import type { StoredBooking } from "#lib/bookings/entity.ts";
import { type FreedBooking, findFullPeriods } from "#lib/bookings/limits/full-periods.ts";
import type { Range, SlotRules } from "#lib/calendar/availability/calendar.ts";
import { busyTimeOf, findClosedRule, listSlotStarts } from "#lib/calendar/availability/slots.ts";
import type { ClaimedTime } from "#lib/calendar/claims/claims.ts";
import { isOwnerNamed, reservationName } from "#lib/calendar/claims/owner.ts";
import { listClaimedTime } from "#lib/calendar/claims/read-claims.ts";
import { bookingsIn } from "#lib/calendar/claims/seated-time-bookings.ts";
import {
  listSeatedTimes,
  liveReservationsIn,
  SeatedTimeItem,
  type StoredSeatedTime,
  takenSeats,
  timesOfSeatedTime,
} from "#lib/calendar/claims/seats.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { calendarsOf, hostIds } from "#lib/calendar/slots/hosts.ts";
import { now } from "#lib/platform/clock.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { instantOf, MINUTE, rangeBetween } from "#lib/platform/minutes.ts";
import { findItem } from "#lib/storage/table/read.ts";

/** A booking to be moved. Its time and its seats count as free, and it does not count for limits. */
export type MovingBooking = FreedBooking & Pick<StoredBooking, "userId" | "claim" | "attendees">;

/** A search for slots that start within a range, at round times in the viewer's zone. */
export interface SlotSearch {
  within: Range;
  viewerZone: string;
  moving?: MovingBooking | undefined;
  /** The reservation whose time, or seat, counts as free. It does not count for limits. */
  reservationUid?: string | undefined;
  /** Number of free seats that a slot with seats must have: by default those of the booking to be moved, otherwise 1. */
  seats?: number;
  /** The holds of one host in {@link busyTimeOf} the range, if they have already been read. */
  readHolds?: { userId: number; holds: readonly ClaimedTime[] } | undefined;
}

/** A slot, by its start in minutes since 1970. If other bookings share it: the number of taken seats, and the uid of the first booking. */
export interface Slot {
  start: number;
  attendees?: number;
  bookingUid?: string | undefined;
}

/**
 * Finds the slots of an event type that can be booked, ascending. A slot with seats that has bookings keeps its start, and is found until
 * it is full. One round trip per 1 MB of the claim rows of one host, or of slots.
 */
export async function findSlots(bookable: Bookable, rules: SlotRules, search: SlotSearch): Promise<Slot[]> {
  const { viewerZone, moving, seats = moving?.attendees.length ?? 1, readHolds } = search;
  const nowMinute = now() / MINUTE;
  const within = possibleStarts(rules, search.within, nowMinute);
  if (within.from >= within.to || seats > seatsOf(bookable)) return [];
  const ids = hostIds(bookable);
  const busyTime = busyTimeOf(rules, within);
  const [holds, seated, full, ownSlot] = await Promise.all([
    Promise.all(
      ids.map((id) => (id === readHolds?.userId ? readHolds.holds : listClaimedTime(id, busyTime))),
    ),
    seatedTimesOf(bookable, within),
    findFullPeriods(bookable, { ...search, within, moving, length: rules.length }),
    moving && findSeatedTime(moving),
  ]);
  const takenIn = (slot: StoredSeatedTime): number =>
    takenSeats(slot) - seatsFreedIn(slot, moving, search.reservationUid);
  const slots = ownSlot ? [ownSlot, ...seated] : seated;
  const isEmpty = (slot: StoredSeatedTime): boolean => takenIn(slot) <= 0 && !hasBookings(slot, moving);
  const emptied = slots.filter(isEmpty).map(({ slot }) => slot);
  const freedOwners = [...emptied, ...(moving ? [moving.id] : []), ...reservationsIn(search)];
  const busyOf = (id: number): ClaimedTime[] =>
    (holds[ids.indexOf(id)] ?? []).filter(
      ({ owner }) => !freedOwners.some((name) => isOwnerNamed(owner, name)),
    );
  const starts = listSlotStarts(rules, within, {
    now: nowMinute,
    full,
    viewerZone,
    ...calendarsOf(bookable, busyOf),
  });
  const shared = seated
    .filter((slot) => !isEmpty(slot))
    .map((slot) => ({ ...slot, taken: takenIn(slot) }))
    .filter((slot) => slot.taken + seats <= seatsOf(bookable) && isOpen(slot, { bookable, rules, full }))
    .map((slot) => ({
      start: intervalOf(slot).from,
      attendees: slot.taken,
      bookingUid: bookingsIn(slot).find(({ id }) => id !== moving?.id)?.uid,
    }));
  return [...starts.map((start) => ({ start })), ...shared].toSorted((a, b) => a.start - b.start);
}

/** Limits a range to the starts of slots that are not in the past, and end no later than the latest instant. */
const possibleStarts = ({ length }: SlotRules, { from, to }: Range, nowMinute: number): Range => ({
  from: Math.max(from, Math.floor(nowMinute)),
  to: Math.min(to, Math.floor(LATEST / MINUTE) - length + 1),
});

const reservationsIn = ({ reservationUid }: SlotSearch): string[] =>
  reservationUid === undefined ? [] : [reservationName(reservationUid)];

/** The number of seats in a slot that the booking to be moved and the caller's reservation have. */
function seatsFreedIn(
  slot: StoredSeatedTime,
  moving: MovingBooking | undefined,
  uid: string | undefined,
): number {
  const moved = moving?.claim?.slot === slot.slot ? moving.attendees.length : 0;
  const name = uid === undefined ? undefined : reservationName(uid);
  const reserved = liveReservationsIn(slot).filter(
    (owner) => name !== undefined && isOwnerNamed(owner, name),
  );
  return moved + reserved.length;
}

/** Whether a slot has bookings beside the one to be moved. One without attendees uses no seat, but has the slot's minutes. */
const hasBookings = ({ slot, holders }: StoredSeatedTime, moving: MovingBooking | undefined): boolean =>
  holders > Number(moving?.claim?.slot === slot);

const findSeatedTime = async ({ userId, claim }: MovingBooking): Promise<StoredSeatedTime | undefined> =>
  claim?.slot == null ? undefined : findItem(SeatedTimeItem, { userId, slot: claim.slot });

const seatedTimesOf = async (
  { eventType, owner }: Bookable,
  { from, to }: Range,
): Promise<StoredSeatedTime[]> =>
  eventType.seatsPerTimeSlot === null
    ? []
    : listSeatedTimes(
        { userId: owner.id, eventTypeId: eventType.id },
        { start: instantOf(from), end: instantOf(to) },
      );

const intervalOf = ({ slot }: StoredSeatedTime): Range => rangeBetween(timesOfSeatedTime(slot));

/** The number of seats of a slot; any number without seats. */
const seatsOf = ({ eventType }: Bookable): number => eventType.seatsPerTimeSlot ?? Infinity;

/** Whether a slot with bookings has the requested length, and no rule closes its time. */
function isOpen(
  slot: StoredSeatedTime,
  { bookable, rules, full }: { bookable: Bookable; rules: SlotRules; full: readonly Range[] },
): boolean {
  const interval = intervalOf(slot);
  return (
    interval.to - interval.from === rules.length &&
    findClosedRule(rules, interval, { now: now() / MINUTE, full, ...calendarsOf(bookable) }) === undefined
  );
}
