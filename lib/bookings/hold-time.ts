import { type Hold, moveHold } from "#lib/claims/claims.ts";
import { endSlot, freeSeats, SlotItem, seatsFull, takeSeats } from "#lib/claims/seats.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { Refused } from "#lib/table/refused.ts";
import type { Claim, StoredBooking } from "./entity.ts";

/** What of a booking decides the time it holds. */
type Holder = Pick<StoredBooking, "id" | "userId" | "claim"> & {
  attendees: readonly unknown[];
  eventType: Pick<StoredBooking["eventType"], "seatsPerTimeSlot">;
};

/**
 * The writes that carry a host's time, and seats, from one holder to another; either may be missing (taking, freeing).
 * Of a shared slot only the seats are freed, unless they are its last: that shows when a first try is refused, and
 * the refusal is passed to the next one. A slot with other minutes speaks before its minutes do, for they may be in use
 * though the slot's own are not.
 *
 * @throws {Failure} `booking_seats_full` when a booking has more attendees than a slot has seats
 */
export function moveTime(
  from: Holder | undefined,
  to: Holder | undefined,
  refused?: Refused | undefined,
): Operation[] {
  if (from && to && from.userId !== to.userId)
    return [...moveTime(from, undefined, refused), ...moveTime(undefined, to)];
  const userId = from?.userId ?? to?.userId;
  if (userId === undefined || isSameHold(from, to)) return [];
  if (from?.claim?.slot != null && from.claim.slot === to?.claim?.slot) return moveWithinSlot(from, to);
  const isShared = from?.claim?.slot != null && !isLastInSlot(from, refused);
  const left = isShared ? undefined : holdOf(from);
  const taken = holdOf(to);
  return [
    ...leaveSlot(from, refused),
    ...joinSlot(to, { count: to?.attendees.length ?? 0, holders: 1 }),
    ...moveHold(userId, {
      ...(left && { from: left }),
      ...(taken && { to: taken, refusal: hostUnavailable("busy") }),
    }),
  ];
}

const isSameHold = (from: Holder | undefined, to: Holder | undefined): boolean =>
  from !== undefined && from.id === to?.id && JSON.stringify(from.claim) === JSON.stringify(to.claim);

const holdOf = (holder: Holder | undefined): Hold | undefined =>
  holder?.claim ? { ...holder.claim, owner: holder.claim.slot ?? holder.id } : undefined;

/** One booking hands its place in a slot on to another, or to itself with other attendees. */
function moveWithinSlot(from: Holder, to: Holder): Operation[] {
  const more = to.attendees.length - from.attendees.length;
  if (more > 0) return joinSlot(to, { count: more, holders: 0 });
  return more < 0 && to.claim?.slot != null
    ? [freeSeats({ userId: to.userId, slot: to.claim.slot, count: -more, holders: 0 })]
    : [];
}

function leaveSlot(from: Holder | undefined, refused: Refused | undefined): Operation[] {
  if (from?.claim?.slot == null) return [];
  const seats = { userId: from.userId, slot: from.claim.slot, count: from.attendees.length };
  return [isLastInSlot(from, refused) ? endSlot(seats) : freeSeats({ ...seats, holders: 1 })];
}

function joinSlot(to: Holder | undefined, seats: { count: number; holders: 0 | 1 }): Operation[] {
  const seatsPerTimeSlot = to?.eventType.seatsPerTimeSlot ?? null;
  if (to?.claim?.slot == null || seatsPerTimeSlot === null) return [];
  if (to.attendees.length > seatsPerTimeSlot) throw seatsFull();
  const { slot, ...minutes } = to.claim;
  return [takeSeats({ userId: to.userId, slot, ...seats }, minutes, seatsPerTimeSlot)];
}

const slotIn = (refused: Refused | undefined, slot: string) =>
  refused?.itemsOf(SlotItem).find((item) => item.slot === slot);

const isLastInSlot = ({ claim }: Holder, refused: Refused | undefined): boolean =>
  claim?.slot != null && slotIn(refused, claim.slot)?.holders === 1;

/**
 * The claim to try after a refusal: when its slot refused, that slot's minutes, which are those of its first booking.
 * `from` is what leaves in favour of it: within one slot it hands its minutes and seats on.
 *
 * @throws {Failure} `booking_seats_full` when the slot refused for want of seats
 */
export function claimAfter(
  to: Holder,
  refused: Refused | undefined,
  from?: Holder | undefined,
): Claim | null {
  const { claim, attendees, eventType } = to;
  if (claim === null || claim.slot === null) return claim;
  const within = from?.claim?.slot === claim.slot ? from : undefined;
  const slot = slotIn(refused, claim.slot);
  const more = attendees.length - (within?.attendees.length ?? 0);
  if (slot && more > 0 && slot.taken + more > (eventType.seatsPerTimeSlot ?? 0)) throw seatsFull();
  const minutes = slot ?? within?.claim ?? claim;
  return { ...claim, from: minutes.from, to: minutes.to };
}
