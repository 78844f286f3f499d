import { type ClaimedTime, hoursOf, moveClaims } from "#lib/claims/claims.ts";
import { freeSeats, leaveSlotAsLast, SlotItem, seatsFull, takenSeats, takeSeats } from "#lib/claims/seats.ts";
import { MOST_CLAIM_ROWS } from "#lib/event-types/hosts.ts";
import { Failure } from "#lib/failures.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { Claim, StoredBooking } from "./entity.ts";
import { hostIdsOf } from "./hosts/host-ids.ts";
import type { Reserved } from "./reservations/writes.ts";

/** What of a booking decides the time it holds. */
type Holder = Pick<StoredBooking, "id" | "uid" | "userId" | "otherHosts" | "claim"> & {
  attendees: readonly unknown[];
  eventType: Pick<StoredBooking["eventType"], "seatsPerTimeSlot">;
};

interface Move {
  from?: Holder | undefined;
  to?: Holder | undefined;
  refused?: ConditionFailed | undefined;
  /** The reservation whose time `to` gets. */
  reservation?: Reserved | undefined;
  /** Whether the caller finds out from the failed condition why the time is in use (`requireFreeTime`). */
  isExplained?: boolean | undefined;
}

/**
 * The writes that move the time of hosts, and seats, from one holder to another. Without `from` the time is claimed, without `to` it is freed.
 * Of a shared slot only the seats are freed, unless they are its last: then the first try fails, and its failed conditions are passed to
 * the next one. The slot comes before its minutes: if it has other minutes, these are to be claimed, and the first ones may be in use.
 *
 * @throws {Failure} `booking_seats_full` when a booking has more attendees than a slot has seats
 * @throws {Failure} `booking_too_long` when a booking with several hosts has too many hours
 */
export function moveTime({ from, to, refused, reservation, isExplained }: Move): Operation[] {
  if (to) requireFewRows(to);
  const left = from ? hostIdsOf(from) : [];
  const taken = to ? hostIdsOf(to) : [];
  const reserved = reservation?.hosts ?? [];
  return [...new Set([...left, ...taken, ...reserved])].flatMap((userId) =>
    moveTimeOf(userId, {
      from: left.includes(userId) ? from : undefined,
      to: taken.includes(userId) ? to : undefined,
      refused,
      reservation: reserved.includes(userId) ? reservation : undefined,
      isExplained,
    }),
  );
}

/** Requires that the claims of a booking with several hosts leave room in its transaction. */
function requireFewRows(holder: Holder): void {
  const hosts = hostIdsOf(holder).length;
  const hold = holdOf(holder);
  if (hosts > 1 && hold && hosts * hoursOf(hold).length > MOST_CLAIM_ROWS)
    throw new Failure(
      "booking_too_long",
      `A booking with ${hosts} hosts can touch at most ${Math.floor(MOST_CLAIM_ROWS / hosts)} hours, including buffers.`,
    );
}

function moveTimeOf(userId: number, { from, to, refused, reservation, isExplained }: Move): Operation[] {
  if (isSameHold(from, to)) return [];
  if (from?.claim?.slot != null && from.claim.slot === to?.claim?.slot)
    return moveWithinSlot(from, to, reservation);
  const left = leaveTime(from, refused);
  const taken = holdOf(to);
  if (taken && left.begins.some((hold) => hold.from < taken.to && taken.from < hold.to))
    throw hostUnavailable("busy");
  return [
    ...left.seats,
    ...joinSlot(to, { count: to?.attendees.length ?? 0, joins: to, reservation: reservation?.seat }),
    ...moveClaims(userId, {
      from: [...left.ends, ...(reservation ? [reservation.hold] : [])],
      to: [...left.begins, ...(taken ? [taken] : [])],
      ...(taken && !isExplained && { failure: hostUnavailable("busy") }),
    }),
  ];
}

/** What a booking that leaves its time changes: seats, the holds that end, and those that begin instead. */
function leaveTime(
  from: Holder | undefined,
  refused: ConditionFailed | undefined,
): { seats: Operation[]; ends: ClaimedTime[]; begins: ClaimedTime[] } {
  const hold = holdOf(from);
  if (!from || !hold) return { seats: [], ends: [], begins: [] };
  const { claim, userId, attendees } = from;
  if (claim?.slot == null) return { seats: [], ends: [hold], begins: [] };
  const slot = slotIn(refused, claim.slot);
  const seats = { userId, slot: claim.slot, count: attendees.length };
  if (slot?.holders !== 1) return { seats: [freeSeats({ ...seats, leaves: from })], ends: [], begins: [] };
  const { operation, owner } = leaveSlotAsLast(slot);
  return { seats: [operation], ends: [hold], begins: owner === undefined ? [] : [{ ...hold, owner }] };
}

const isSameHold = (from: Holder | undefined, to: Holder | undefined): boolean =>
  from !== undefined && from.id === to?.id && JSON.stringify(from.claim) === JSON.stringify(to.claim);

const holdOf = (holder: Holder | undefined): ClaimedTime | undefined =>
  holder?.claim ? { ...holder.claim, owner: holder.claim.slot ?? holder.id } : undefined;

/** A booking takes the place of another in the same slot, or changes its own attendees. */
function moveWithinSlot(from: Holder, to: Holder, reservation: Reserved | undefined): Operation[] {
  const more = to.attendees.length - from.attendees.length;
  const bookings = from.id === to.id ? {} : { joins: to, leaves: from };
  if (more > 0 || reservation?.seat !== undefined)
    return joinSlot(to, { count: more, ...bookings, reservation: reservation?.seat });
  return (more < 0 || from.id !== to.id) && to.claim?.slot != null
    ? [freeSeats({ userId: to.userId, slot: to.claim.slot, count: -more, ...bookings })]
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

const slotIn = (refused: ConditionFailed | undefined, slot: string) =>
  refused?.itemsOf(SlotItem).find((item) => item.slot === slot);

/**
 * The claim to try after a failed condition. If it was the slot's, the claim has the slot's minutes, which are those of its first
 * booking. `from` is the holder that leaves: in the same slot, its minutes and seats are taken over.
 *
 * @throws {Failure} `booking_seats_full` if the slot has too few seats left
 */
export function claimAfter(
  to: Holder,
  refused: ConditionFailed | undefined,
  from?: Holder | undefined,
): Claim | null {
  const { claim, attendees, eventType } = to;
  if (claim === null || claim.slot === null) return claim;
  const within = from?.claim?.slot === claim.slot ? from : undefined;
  const slot = slotIn(refused, claim.slot);
  const more = attendees.length - (within?.attendees.length ?? 0);
  if (slot && more > 0 && takenSeats(slot) + more > (eventType.seatsPerTimeSlot ?? 0)) throw seatsFull();
  const minutes = slot ?? within?.claim ?? claim;
  return { ...claim, from: minutes.from, to: minutes.to };
}
