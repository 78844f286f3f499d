import type { BookingStatus } from "#lib/bookings/model.ts";
import {
  cancelled,
  holds,
  type ModelBooking,
  moved,
  type NewBooking,
  newBooking,
  type ShownBooking,
} from "./model-booking.ts";

/** What one caller asks of the service, of a booking by its label. */
export type Command =
  | (NewBooking & { does: "create" })
  | (NewBooking & { does: "reschedule"; which: string })
  | { does: "patch"; which: string; start?: number; end?: number; status?: BookingStatus }
  | { does: "cancel"; which: string };

/** A calendar is the bookings made so far, by label. */
export type Calendar = ReadonlyMap<string, ModelBooking>;
export type Outcome = "won" | string;

const BUSY = "no_available_users_found_error";
const FULL = "booking_seats_full";

/** Who sends a command. */
export interface CommandCaller {
  userId: number;
  isAdmin: boolean;
}

/** What a command does when it has the calendar to itself: the plain reading of the specification. */
export function apply(
  calendar: Calendar,
  command: Command,
  caller: CommandCaller,
): { outcome: Outcome; calendar: Calendar } {
  const next = new Map(calendar);
  const outcome = tryIn(next, command, caller);
  return { outcome, calendar: outcome === "won" ? next : calendar };
}

function tryIn(calendar: Map<string, ModelBooking>, command: Command, caller: CommandCaller): Outcome {
  const booking = "which" in command ? calendar.get(command.which) : undefined;
  switch (command.does) {
    case "create":
      return add(calendar, { booking: newBooking(command, caller.userId), caller });
    case "reschedule":
      return booking
        ? rescheduleIn(calendar, booking, { booking: newBooking(command, caller.userId), caller })
        : "not_found";
    case "patch":
      return booking ? patchIn(calendar, booking, command) : "not_found";
    case "cancel":
      if (!booking) return "not_found";
      if (booking.status !== "CANCELLED")
        calendar.set(booking.label, { ...cancelled(booking), events: booking.events + 1 });
      return "won";
    default:
      return command satisfies never;
  }
}

/** Those of the same host that hold time, but for one. */
const othersOf = (calendar: Calendar, { hostId }: ModelBooking, left: ModelBooking | undefined) =>
  [...calendar.values()].filter(
    (other) => other.hostId === hostId && holds(other) && other.label !== left?.label,
  );

const isKeyTaken = (others: readonly ModelBooking[], { key, keyChosenBy }: ModelBooking): boolean =>
  others.some((other) => other.key === key && other.keyChosenBy === keyChosenBy);

/** The claim a booking gets among the others, or why not; `left` gives way to it. */
function place(
  others: readonly ModelBooking[],
  booking: ModelBooking,
  left: ModelBooking | undefined,
): ModelBooking["claim"] | string {
  const { claim, seats, party } = booking;
  const together = others.filter((other) => claim.slot !== null && other.claim.slot === claim.slot);
  const taken = together.reduce((sum, other) => sum + other.party, 0);
  if (seats !== null && taken + party > seats) return FULL;
  const within = together[0] ?? (claim.slot !== null && left?.claim.slot === claim.slot ? left : undefined);
  if (within) return within.claim;
  const isBusy = others.some((other) => other.claim.from < claim.to && claim.from < other.claim.to);
  return isBusy ? BUSY : claim;
}

interface Addition {
  booking: ModelBooking;
  caller: CommandCaller;
}

/** Adds a booking. Its key is refused before its time for a caller who can see the host's bookings, after it for others. */
function add(
  calendar: Map<string, ModelBooking>,
  { booking, caller }: Addition,
  left?: ModelBooking,
): Outcome {
  if (booking.seats !== null && booking.party > booking.seats) return FULL;
  const others = othersOf(calendar, booking, left);
  const isTaken = isKeyTaken(others, booking);
  const canSeeBookings = caller.isAdmin || caller.userId === booking.hostId;
  if (isTaken && canSeeBookings) return "booking_conflict";
  const claim = place(others, booking, left);
  if (typeof claim === "string") return claim;
  if (isTaken) return "booking_conflict";
  calendar.set(booking.label, { ...booking, claim });
  return "won";
}

function rescheduleIn(
  calendar: Map<string, ModelBooking>,
  original: ModelBooking,
  { booking, caller }: Addition,
): Outcome {
  if (original.status === "CANCELLED") return "invalid_request";
  const addition = { booking: { ...booking, from: original.label }, caller };
  const outcome = add(calendar, addition, holds(original) ? original : undefined);
  // The event type decides the host, and there are no teams.
  const events = original.events + Number(original.eventTypeId !== booking.eventTypeId);
  if (outcome === "won") calendar.set(original.label, { ...cancelled(original), rescheduled: true, events });
  return outcome;
}

/** Moves a booking or gives it another status; its time speaks before its key. */
function patchIn(
  calendar: Map<string, ModelBooking>,
  before: ModelBooking,
  { start = before.start, end = before.end, status = before.status }: Command & { does: "patch" },
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
    const claim = place(others, after, holds(before) ? before : undefined);
    if (typeof claim === "string") return claim;
    if (isKeyTaken(others, after)) return "booking_conflict";
    after.claim = claim;
  }
  calendar.set(after.label, after);
  return "won";
}

/** A calendar as the service must show it, by label. */
export const shownCalendar = (calendar: Calendar): Record<string, ShownBooking> =>
  Object.fromEntries(
    [...calendar.values()].map(({ label, seats: _, email: _email, ...shown }) => [label, shown]),
  );
