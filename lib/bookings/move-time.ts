import { type ClaimedTime, hoursOf, moveClaims } from "#lib/claims/claims.ts";
import { freeSeats, leaveSlotAsLast, SlotItem, seatsFull, takenSeats, takeSeats } from "#lib/claims/seats.ts";
import { MAX_CLAIM_ROWS } from "#lib/event-types/hosts.ts";
import { Failure } from "#lib/failures.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { Claim, StoredBooking } from "./entity.ts";
import { hostIdsOf } from "./hosts/host-ids.ts";
import type { ReservedTime } from "./reservations/writes.ts";

/** The fields of a booking that decide the time it holds. */
type Holder = Pick<StoredBooking, "id" | "uid" | "userId" | "otherHosts" | "claim"> & {
  attendees: readonly unknown[];
  eventType: Pick<StoredBooking["eventType"], "seatsPerTimeSlot">;
};

interface Move {
  from?: Holder | undefined;
  to?: Holder | undefined;
  conditionFailed?: ConditionFailed | undefined;
  /** The reservation whose time `to` gets. */
  reservation?: ReservedTime | undefined;
  /** Whether the caller finds out from the failed condition why the time is in use (`requireFreeTime`). */
  isExplained?: boolean | undefined;
}

/**
 * Creates the operations that move time of hosts, and seats, from one holder to another. Without `from` the time is claimed, without `to` it
 * is freed. In a slot only the seats are freed, unless they are the last ones: then the first attempt fails, and the next one, with the
 * failed condition, frees the minutes. The slot precedes its minutes: if it has other minutes, the next attempt claims those.
 *
 * @throws {Failure} `booking_seats_full` if a booking has more attendees than a slot has seats
 * @throws {Failure} `booking_too_long` if a booking with several hosts has too many hours
 */
export function moveTime({ from, to, conditionFailed, reservation, isExplained }: Move): Operation[] {
  if (to) requireFewRows(to);
  const fromHosts = from ? hostIdsOf(from) : [];
  const toHosts = to ? hostIdsOf(to) : [];
  const reservedHosts = reservation?.hosts ?? [];
  return [...new Set([...fromHosts, ...toHosts, ...reservedHosts])].flatMap((userId) =>
    moveTimeOf(userId, {
      from: fromHosts.includes(userId) ? from : undefined,
      to: toHosts.includes(userId) ? to : undefined,
      conditionFailed,
      reservation: reservedHosts.includes(userId) ? reservation : undefined,
      isExplained,
    }),
  );
}

/** Requires that the claims of a booking with several hosts leave room for the other operations of its transaction. */
function requireFewRows(holder: Holder): void {
  const hosts = hostIdsOf(holder).length;
  const time = claimedTimeOf(holder);
  if (hosts > 1 && time && hosts * hoursOf(time).length > MAX_CLAIM_ROWS)
    throw new Failure(
      "booking_too_long",
      `A booking with ${hosts} hosts can touch at most ${Math.floor(MAX_CLAIM_ROWS / hosts)} hours, including buffers.`,
    );
}

function moveTimeOf(
  userId: number,
  { from, to, conditionFailed, reservation, isExplained }: Move,
): Operation[] {
  if (isSameTime(from, to)) return [];
  if (from?.claim?.slot != null && from.claim.slot === to?.claim?.slot)
    return moveWithinSlot(from, to, reservation);
  const freed = freeTime(from, conditionFailed);
  const claimed = claimedTimeOf(to);
  if (claimed && freed.claimed.some((time) => time.from < claimed.to && claimed.from < time.to))
    throw hostUnavailable("busy");
  return [
    ...freed.seats,
    ...joinSlot(to, { count: to?.attendees.length ?? 0, joins: to, reservation: reservation?.seat }),
    ...moveClaims(userId, {
      from: [...freed.released, ...(reservation ? [reservation.time] : [])],
      to: [...freed.claimed, ...(claimed ? [claimed] : [])],
      ...(claimed && !isExplained && { failure: hostUnavailable("busy") }),
    }),
  ];
}

/**
 * Frees the time of a booking: operations on seats, the time to release, and the time to claim instead, for reservations that remain in a slot.
 */
function freeTime(
  from: Holder | undefined,
  conditionFailed: ConditionFailed | undefined,
): { seats: Operation[]; released: ClaimedTime[]; claimed: ClaimedTime[] } {
  const time = claimedTimeOf(from);
  if (!from || !time) return { seats: [], released: [], claimed: [] };
  const { claim, userId, attendees } = from;
  if (claim?.slot == null) return { seats: [], released: [time], claimed: [] };
  const slot = failedSlot(conditionFailed, claim.slot);
  const seats = { userId, slot: claim.slot, count: attendees.length };
  if (slot?.holders !== 1)
    return { seats: [freeSeats({ ...seats, leaves: from })], released: [], claimed: [] };
  const { operation, owner } = leaveSlotAsLast(slot);
  return { seats: [operation], released: [time], claimed: owner === undefined ? [] : [{ ...time, owner }] };
}

const isSameTime = (from: Holder | undefined, to: Holder | undefined): boolean =>
  from !== undefined && from.id === to?.id && JSON.stringify(from.claim) === JSON.stringify(to.claim);

const claimedTimeOf = (holder: Holder | undefined): ClaimedTime | undefined =>
  holder?.claim ? { ...holder.claim, owner: holder.claim.slot ?? holder.id } : undefined;

/** Moves seats within a slot: a booking replaces another one, or the number of its attendees changes. */
function moveWithinSlot(from: Holder, to: Holder, reservation: ReservedTime | undefined): Operation[] {
  const added = to.attendees.length - from.attendees.length;
  const bookings = from.id === to.id ? {} : { joins: to, leaves: from };
  if (added > 0 || reservation?.seat !== undefined)
    return joinSlot(to, { count: added, ...bookings, reservation: reservation?.seat });
  return (added < 0 || from.id !== to.id) && to.claim?.slot != null
    ? [freeSeats({ userId: to.userId, slot: to.claim.slot, count: -added, ...bookings })]
    : [];
}

function joinSlot(
  to: Holder | undefined,
  seats: {
    count: number;
    joins?: Holder | undefined;
    leaves?: Holder | undefined;
    reservation: string | undefined;
  },
): Operation[] {
  const seatsPerTimeSlot = to?.eventType.seatsPerTimeSlot ?? null;
  if (to?.claim?.slot == null || seatsPerTimeSlot === null) return [];
  if (to.attendees.length > seatsPerTimeSlot) throw seatsFull();
  const { slot, ...minutes } = to.claim;
  return [takeSeats({ userId: to.userId, slot, ...seats }, minutes, seatsPerTimeSlot)];
}

const failedSlot = (conditionFailed: ConditionFailed | undefined, slot: string) =>
  conditionFailed?.itemsOf(SlotItem).find((item) => item.slot === slot);

/**
 * Returns the claim for the next attempt after a failed condition. If the condition of the slot failed, the claim has the slot's minutes,
 * which are those of its first booking. `from` is the booking that leaves: in the same slot, its minutes and seats are reused.
 *
 * @throws {Failure} `booking_seats_full` if the slot has too few seats left
 */
export function claimAfter(
  to: Holder,
  conditionFailed: ConditionFailed | undefined,
  from?: Holder | undefined,
): Claim | null {
  const { claim, attendees, eventType } = to;
  if (claim === null || claim.slot === null) return claim;
  const replaced = from?.claim?.slot === claim.slot ? from : undefined;
  const slot = failedSlot(conditionFailed, claim.slot);
  const added = attendees.length - (replaced?.attendees.length ?? 0);
  if (slot && added > 0 && takenSeats(slot) + added > (eventType.seatsPerTimeSlot ?? 0)) throw seatsFull();
  const minutes = slot ?? replaced?.claim ?? claim;
  return { ...claim, from: minutes.from, to: minutes.to };
}
