import { holds, type ModelBooking } from "./model-booking.ts";
import type { ModelReservation } from "./model-reservation.ts";

/** The bookings created so far and the reservations that still exist, by label. */
export interface Calendar {
  bookings: ReadonlyMap<string, ModelBooking>;
  reservations: ReadonlyMap<string, ModelReservation>;
}
/** A calendar that a command changes. */
export interface Draft extends Calendar {
  bookings: Map<string, ModelBooking>;
  reservations: Map<string, ModelReservation>;
}
export const EMPTY_CALENDAR: Calendar = { bookings: new Map(), reservations: new Map() };
const BUSY = "no_available_users_found_error";
export const FULL = "booking_seats_full";

/** Claimed minutes, and seats in them. */
export type Held = Pick<ModelBooking, "claim" | "party">;

/** The bookings of the same host that reserve time, except one. */
export const othersOf = (calendar: Calendar, { hostId }: ModelBooking, left: ModelBooking | undefined) =>
  [...calendar.bookings.values()].filter(
    (other) => other.hostId === hostId && holds(other) && other.label !== left?.label,
  );

/** The claims of the reservations of the same host, except one. */
export const reservedOf = (
  calendar: Calendar,
  { hostId }: { hostId: number },
  but?: ModelReservation,
): Held[] =>
  [...calendar.reservations.values()]
    .filter((other) => other.hostId === hostId && !other.isExpired && other.label !== but?.label)
    .map(({ claim }) => ({ claim, party: 1 }));

/** The claim that a booking gets beside the others, or the failure code. `left` is the booking that it replaces. */
export function place(
  others: readonly Held[],
  { claim, seats, party }: Held & Pick<ModelBooking, "seats">,
  left: Held | undefined,
): ModelBooking["claim"] | string {
  const together = others.filter((other) => claim.slot !== null && other.claim.slot === claim.slot);
  const taken = together.reduce((sum, other) => sum + other.party, 0);
  if (seats !== null && taken + party > seats) return FULL;
  const within = together[0] ?? (claim.slot !== null && left?.claim.slot === claim.slot ? left : undefined);
  if (within) return within.claim;
  const isBusy = others.some((other) => other.claim.from < claim.to && claim.from < other.claim.to);
  return isBusy ? BUSY : claim;
}
