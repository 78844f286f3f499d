import { type ClaimedTime, claimWrites, hoursOf } from "#lib/calendar/claims/claims.ts";
import {
  freeSeats,
  leaveSeatedTimeAsLast,
  SeatedTimeItem,
  seatsFull,
  takeSeats,
} from "#lib/calendar/claims/seats.ts";
import { MAX_CLAIM_ROWS } from "#lib/calendar/event-types/hosts.ts";
import { hostUnavailable } from "#lib/calendar/slots/host-unavailable.ts";
import { Failure } from "#lib/failures.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { type Claim, hostIdsOf, type StoredBooking } from "./entity.ts";
import type { ReservedTime } from "./reservations/writes.ts";

/** The fields of a booking that decide the time it holds. */
type Holder = Pick<StoredBooking, "id" | "uid" | "userId" | "otherHosts" | "claim"> & {
  attendees: readonly unknown[];
  eventType: Pick<StoredBooking["eventType"], "seatsPerTimeSlot">;
};

/** A change of the time that bookings hold. Without `before` it is claimed, without `after` it is freed. */
export interface TimeChange {
  before?: Holder | undefined;
  after?: Holder | undefined;
  /** The reservation whose time `after` gets. */
  reservation?: ReservedTime | undefined;
  /** Whether minutes may be claimed in which another calendar of a host is busy. */
  ignoresCalendars?: boolean | undefined;
}

/**
 * Creates the operations that give minutes and seats of hosts to `after` instead of `before`. In a seated time only the seats are freed, unless they
 * were seen to be the last ones: then the minutes are freed, too.
 *
 * @throws {Failure} `booking_seats_full` if a booking has more attendees than a seated time has seats, or it was seen full
 * @throws {Failure} `no_available_users_found_error` if a minute was seen in use
 * @throws {Failure} `booking_too_long` if a booking with several hosts has too many hours
 */
export function timeWrites(timeChange: TimeChange, seen: SeenItems): Operation[] {
  const { before, after, reservation } = timeChange;
  if (isSameTime(before, after)) return [];
  if (after) requireFewClaimRows(after);
  const [hostsBefore, hostsAfter] = [before, after].map((holder) => (holder ? hostIdsOf(holder) : []));
  const reservedHosts = reservation?.hosts ?? [];
  const hosts = new Set([...(hostsBefore ?? []), ...(hostsAfter ?? []), ...reservedHosts]);
  return [...hosts].flatMap((userId) => {
    const change = {
      ...timeChange,
      before: hostsBefore?.includes(userId) ? before : undefined,
      after: hostsAfter?.includes(userId) ? after : undefined,
      reservation: reservedHosts.includes(userId) ? reservation : undefined,
    };
    return writesOfHost(userId, change, seen);
  });
}

/** Requires that the claims of a booking with several hosts leave room for the other operations of its transaction. */
function requireFewClaimRows(holder: Holder): void {
  const hosts = hostIdsOf(holder).length;
  const time = claimedTimeOf(holder);
  if (hosts > 1 && time && hosts * hoursOf(time).length > MAX_CLAIM_ROWS)
    throw new Failure(
      "booking_too_long",
      `A booking with ${hosts} hosts can touch at most ${Math.floor(MAX_CLAIM_ROWS / hosts)} hours, including buffers.`,
    );
}

function writesOfHost(
  userId: number,
  { before, after, reservation, ignoresCalendars = false }: TimeChange,
  seen: SeenItems,
): Operation[] {
  if (before?.claim?.slot != null && before.claim.slot === after?.claim?.slot)
    return writesWithinSlot(before, after, { reservation, seen });
  const freed = freeTime(before, seen);
  const claimed = claimedTimeOf(after);
  if (claimed && freed.kept.some((time) => time.from < claimed.to && claimed.from < time.to))
    throw hostUnavailable("busy");
  const seats = { count: after?.attendees.length ?? 0, joins: after, reservation: reservation?.seat };
  const minutes = {
    released: [...freed.released, ...(reservation ? [reservation.time] : [])],
    claimed: [...freed.kept, ...(claimed ? [claimed] : [])],
    ...(claimed && { failure: hostUnavailable("busy"), ignoresCalendars }),
  };
  return [...freed.seats, ...joinSlot(after, seats, seen), ...claimWrites(userId, minutes, seen)];
}

/** What frees the time of a booking: operations on seats, the minutes to release, and those that reservations in its seated time keep. */
interface FreedTime {
  seats: Operation[];
  released: ClaimedTime[];
  kept: ClaimedTime[];
}

function freeTime(before: Holder | undefined, seen: SeenItems): FreedTime {
  const time = claimedTimeOf(before);
  if (!before || !time) return { seats: [], released: [], kept: [] };
  const { claim, userId, attendees } = before;
  if (claim?.slot == null) return { seats: [], released: [time], kept: [] };
  const seats = { userId, slot: claim.slot, count: attendees.length };
  const slot = seen.find(SeatedTimeItem, seats);
  if (slot?.holders !== 1)
    return { seats: [freeSeats({ ...seats, leaves: before })], released: [], kept: [] };
  const { operation, owner } = leaveSeatedTimeAsLast(slot);
  return { seats: [operation], released: [time], kept: owner === undefined ? [] : [{ ...time, owner }] };
}

const isSameTime = (before: Holder | undefined, after: Holder | undefined): boolean =>
  before !== undefined &&
  before.id === after?.id &&
  JSON.stringify(before.claim) === JSON.stringify(after.claim) &&
  seatsOf(before) === seatsOf(after);

const seatsOf = ({ claim, attendees }: Holder): number => (claim?.slot == null ? 0 : attendees.length);

const claimedTimeOf = (holder: Holder | undefined): ClaimedTime | undefined =>
  holder?.claim ? { ...holder.claim, owner: holder.claim.slot ?? holder.id } : undefined;

/** Moves seats within a seated time: a booking replaces another one, or the number of its attendees changes. */
function writesWithinSlot(
  before: Holder,
  after: Holder,
  { reservation, seen }: { reservation: ReservedTime | undefined; seen: SeenItems },
): Operation[] {
  const added = after.attendees.length - before.attendees.length;
  const bookings = before.id === after.id ? {} : { joins: after, leaves: before };
  if (added > 0 || reservation?.seat !== undefined)
    return joinSlot(after, { count: added, ...bookings, reservation: reservation?.seat }, seen);
  return (added < 0 || before.id !== after.id) && after.claim?.slot != null
    ? [freeSeats({ userId: after.userId, slot: after.claim.slot, count: -added, ...bookings })]
    : [];
}

interface JoinedSeats {
  count: number;
  joins?: Holder | undefined;
  leaves?: Holder | undefined;
  reservation: string | undefined;
}

function joinSlot(after: Holder | undefined, seats: JoinedSeats, seen: SeenItems): Operation[] {
  const seatsPerTimeSlot = after?.eventType.seatsPerTimeSlot ?? null;
  if (after?.claim?.slot == null || seatsPerTimeSlot === null) return [];
  if (after.attendees.length > seatsPerTimeSlot) throw seatsFull();
  const { slot, ...minutes } = after.claim;
  return [takeSeats({ userId: after.userId, slot, ...seats }, { minutes, seatsPerTimeSlot }, seen)];
}

/**
 * Returns the claim of a booking: in a seated time that was seen, it has the minutes of the seated time's first booking. `before` is the booking that
 * leaves: in the same seated time, its minutes are reused.
 */
export function claimInSeatedTime(after: Holder, before: Holder | undefined, seen: SeenItems): Claim | null {
  const { claim, userId } = after;
  if (claim === null || claim.slot === null) return claim;
  const replaced = before?.claim?.slot === claim.slot ? before.claim : undefined;
  const { from, to } = seen.find(SeatedTimeItem, { userId, slot: claim.slot }) ?? replaced ?? claim;
  return { ...claim, from, to };
}
