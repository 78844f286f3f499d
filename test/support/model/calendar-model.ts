import type { BookingStatus } from "#lib/bookings/schema.ts";
import {
  cancelled,
  holds,
  type ModelBooking,
  moved,
  type NewBooking,
  newBooking,
  type VisibleBooking,
} from "./model-booking.ts";
import { type Calendar, type Draft, FULL, othersOf, place, reservedOf } from "./model-calendar.ts";
import { isFor, type ModelReservation, type NewReservation, newReservation } from "./model-reservation.ts";

/** A command of a caller. `which` is the label of the booking or reservation. */
export type Command =
  | (NewBooking & { does: "create" })
  | (NewBooking & { does: "reschedule"; which: string })
  | { does: "patch"; which: string; start?: number; end?: number; status?: BookingStatus }
  | { does: "cancel"; which: string }
  | (NewReservation & { does: "reserve" })
  | { does: "release"; which: string };

export type Outcome = "won" | string;

/** The part of a calendar that must equal the stored one. */
export interface VisibleCalendar {
  bookings: Record<string, VisibleBooking>;
  reservations: Record<string, ModelBooking["claim"]>;
}

/** Who sends a command. */
export interface CommandCaller {
  userId: number;
  isAdmin: boolean;
}

/** Applies a command to a calendar as the specification says, without concurrency. */
export function apply(
  calendar: Calendar,
  command: Command,
  caller: CommandCaller,
): { outcome: Outcome; calendar: Calendar } {
  const next = { bookings: new Map(calendar.bookings), reservations: new Map(calendar.reservations) };
  const outcome = tryIn(next, command, caller);
  return { outcome, calendar: outcome === "won" ? next : calendar };
}

function tryIn(calendar: Draft, command: Command, caller: CommandCaller): Outcome {
  const booking = "which" in command ? calendar.bookings.get(command.which) : undefined;
  switch (command.does) {
    case "create":
      return add(calendar, additionOf(command, caller));
    case "reschedule":
      return booking ? rescheduleIn(calendar, booking, additionOf(command, caller)) : "not_found";
    case "patch":
      return booking ? patchIn(calendar, booking, command) : "not_found";
    case "cancel":
      if (!booking) return "not_found";
      if (booking.status !== "CANCELLED")
        calendar.bookings.set(booking.label, { ...cancelled(booking), events: booking.events + 1 });
      return "won";
    case "reserve":
      return reserveIn(calendar, newReservation(command, caller.userId), caller);
    case "release":
      return releaseIn(calendar, command.which, caller);
    default:
      return command satisfies never;
  }
}

const isKeyTaken = (others: readonly ModelBooking[], { key, keyChosenBy }: ModelBooking): boolean =>
  others.some((other) => other.key === key && other.keyChosenBy === keyChosenBy);

interface Addition {
  booking: ModelBooking;
  caller: CommandCaller;
  /** The label of a reservation. */
  reservation: string | null;
}

const additionOf = (command: NewBooking, caller: CommandCaller): Addition => ({
  booking: newBooking(command, caller.userId),
  caller,
  reservation: command.reservation,
});

/**
 * Adds a booking, with the minutes of its reservation unless that has expired. The key is checked before the time for a caller who can
 * access the host's bookings, after it for others.
 */
function add(calendar: Draft, addition: Addition, left?: ModelBooking): Outcome {
  const { booking, reservation: label } = addition;
  if (label === null) return addWith(calendar, addition, { left });
  const reservation = calendar.reservations.get(label);
  if (!reservation) return "not_found";
  if (!isFor(reservation, booking)) return "invalid_request";
  const { claim } = reservation.isExpired ? booking : reservation;
  const outcome = addWith(calendar, { ...addition, booking: { ...booking, claim } }, { left, reservation });
  if (outcome === "won") calendar.reservations.delete(label);
  return outcome;
}

/** A booking or reservation that a new booking replaces. */
interface Given {
  left?: ModelBooking | undefined;
  reservation?: ModelReservation;
}

function addWith(calendar: Draft, { booking, caller }: Addition, { left, reservation }: Given): Outcome {
  if (booking.seats !== null && booking.party > booking.seats) return FULL;
  const others = othersOf(calendar, booking, left);
  const isTaken = isKeyTaken(others, booking);
  const canSeeBookings = caller.isAdmin || caller.userId === booking.hostId;
  if (isTaken && canSeeBookings) return "booking_conflict";
  const claim = place([...others, ...reservedOf(calendar, booking, reservation)], booking, left);
  if (typeof claim === "string") return claim;
  if (isTaken) return "booking_conflict";
  calendar.bookings.set(booking.label, { ...booking, claim });
  return "won";
}

function rescheduleIn(calendar: Draft, original: ModelBooking, added: Addition): Outcome {
  const { booking, reservation } = added;
  if (reservation !== null && !calendar.reservations.has(reservation)) return "not_found";
  if (original.status === "CANCELLED") return "invalid_request";
  const iCalSequence = cancelled(original).iCalSequence + 1;
  const series = booking.series ?? original.series;
  const addition = { ...added, booking: { ...booking, series, from: original.label, iCalSequence } };
  const outcome = add(calendar, addition, holds(original) ? original : undefined);
  // The event type decides the host, and there are no teams.
  const events = original.events + Number(original.eventTypeId !== booking.eventTypeId);
  if (outcome === "won")
    calendar.bookings.set(original.label, { ...cancelled(original), rescheduled: true, events });
  return outcome;
}

/** Changes the time or status of a booking. A new start alone keeps the length. The time is checked before the key. */
function patchIn(
  calendar: Draft,
  before: ModelBooking,
  {
    start = before.start,
    end = start + before.end - before.start,
    status = before.status,
  }: Command & { does: "patch" },
): Outcome {
  const isMoved = start !== before.start || end !== before.end;
  const isOther = status !== before.status;
  if (!isMoved && !isOther) return "won";
  if (isMoved && end <= start) return "invalid_request";
  const after = { ...(isMoved ? moved(before, start, end) : before), status };
  after.events += Number(isMoved) + Number(isOther);
  after.iCalSequence += 1;
  if (holds(after)) {
    const others = othersOf(calendar, after, before);
    const claim = place(
      [...others, ...reservedOf(calendar, after)],
      after,
      holds(before) ? before : undefined,
    );
    if (typeof claim === "string") return claim;
    if (isKeyTaken(others, after)) return "booking_conflict";
    after.claim = claim;
  }
  calendar.bookings.set(after.label, after);
  return "won";
}

/** Whether a caller has the most reservations: 20, or 5 of one other host's time. */
function hasMostReservations(calendar: Draft, { hostId }: ModelReservation, caller: CommandCaller): boolean {
  const own = [...calendar.reservations.values()].filter(
    (other) => other.madeBy === caller.userId && !other.isExpired,
  );
  const isGuest = !caller.isAdmin && caller.userId !== hostId;
  return own.length >= 20 || (isGuest && own.filter((other) => other.hostId === hostId).length >= 5);
}

/** Reserves a time. A full slot is found before the limit, and the limit before a busy time. */
function reserveIn(calendar: Draft, reservation: ModelReservation, caller: CommandCaller): Outcome {
  const bookings = [...calendar.bookings.values()].filter(
    (other) => other.hostId === reservation.hostId && holds(other),
  );
  const others = [...bookings, ...reservedOf(calendar, reservation)];
  const claim = place(others, { ...reservation, party: 1 }, undefined);
  if (claim !== FULL && hasMostReservations(calendar, reservation, caller)) return "limit_reached";
  if (typeof claim === "string") return claim;
  calendar.reservations.set(reservation.label, { ...reservation, claim });
  return "won";
}

/** Deletes a reservation for the user who made it, its host and admins. */
function releaseIn(calendar: Draft, label: string, { userId, isAdmin }: CommandCaller): Outcome {
  const reservation = calendar.reservations.get(label);
  if (!reservation || (!isAdmin && ![reservation.madeBy, reservation.hostId].includes(userId)))
    return "not_found";
  calendar.reservations.delete(label);
  return "won";
}

/** A calendar after all its reservations have expired. */
export const afterExpiry = ({ bookings, reservations }: Calendar): Calendar => ({
  bookings,
  reservations: new Map([...reservations].map(([label, each]) => [label, { ...each, isExpired: true }])),
});

/** The bookings of a calendar and the claims of its reservations, by label. */
export const visibleCalendar = ({ bookings, reservations }: Calendar): VisibleCalendar => ({
  bookings: Object.fromEntries(
    [...bookings.values()].map(({ label, seats: _, email: _email, ...shown }) => [label, shown]),
  ),
  reservations: Object.fromEntries([...reservations.values()].map(({ label, claim }) => [label, claim])),
});
