import type { ClosedRule, SlotRules } from "#lib/calendar/availability/calendar.ts";
import { findClosedRule } from "#lib/calendar/availability/slots.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { slotRulesOf } from "#lib/calendar/event-types/slot-rules.ts";
import { hostUnavailable, timeReserved } from "#lib/calendar/slots/host-unavailable.ts";
import { calendarsOf } from "#lib/calendar/slots/hosts.ts";
import { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { DAY_MINUTES, instantOf, MINUTE, minuteOf, rangeBetween } from "#lib/platform/minutes.ts";
import { findReservation } from "./find-reservation.ts";
import { findSlots } from "./find-slots.ts";
import type { RequestedTime } from "./requested-time.ts";

/** How many slots a failure contains, and the days in which they are searched. */
const NEXT_SLOTS = 3;
const NEXT_DAYS = 14;

/**
 * Requires that the hours, the notice and the booking window of an event type allow a time. The claims decide whether another booking has
 * the time.
 *
 * @throws {Failure} `no_available_users_found_error` with the rule, and the next slots
 */
export async function requireOpen(requested: RequestedTime): Promise<void> {
  const { bookable, booking } = requested;
  const context = { now: now() / MINUTE, ...calendarsOf(bookable) };
  const rule = findClosedRule(slotRulesOf(bookable), rangeBetween(booking), context);
  if (rule !== undefined) throw await withNextSlots(hostUnavailable(rule), requested, rule);
}

/** Runs a write that claims a time, and adds the next slots to its failure if another booking has the time or a limit is reached. */
export async function withNextSlotsOnFailure<T>(
  requestedTime: () => RequestedTime | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const requested = requestedTime();
    const rule = error instanceof Failure ? ruleOf(error) : undefined;
    if (!requested || !(error instanceof Failure) || rule === undefined) throw error;
    throw await withNextSlots(error, requested, rule);
  }
}

/** The rule by which a write was rejected: `busy` by the claims, `limit` by the counters. Undefined for other failures. */
function ruleOf({ code, extensions: { rule } }: Failure): ClosedRule | undefined {
  if (code === "booking_seats_full") return "busy";
  if (code !== "no_available_users_found_error") return undefined;
  return rule === "busy" || rule === "limit" ? rule : undefined;
}

/** Whether the claims rejected a booking. */
export const isTimeInUse = (error: unknown): error is Failure =>
  error instanceof Failure && ruleOf(error) === "busy";

async function withNextSlots(failure: Failure, requested: RequestedTime, rule: ClosedRule): Promise<Failure> {
  const [nextSlots, reservation] = await Promise.all([
    findNextSlots(requested),
    rule === "busy" ? findReservation(requested) : undefined,
  ]);
  const extensions = { rule, nextSlots };
  return reservation
    ? timeReserved(failure, reservation, extensions)
    : new Failure(failure.code, failure.message, { extensions });
}

/** The rules for slots of an event type that have the length and the buffers of a booking. */
export function slotRulesLike(bookable: Bookable, booking: RequestedTime["booking"]): SlotRules {
  const { from, to } = rangeBetween(booking);
  const { claim } = booking;
  return {
    ...slotRulesOf(bookable, Math.ceil(to - from)),
    before: claim ? Math.floor(from) - claim.from : 0,
    after: claim ? claim.to - Math.ceil(to) : 0,
  };
}

/** Finds the starts of the next slots after the requested time, for the same length, buffers and seats. */
async function findNextSlots({
  bookable,
  booking,
  moving,
  viewerZone = "UTC",
}: RequestedTime): Promise<string[]> {
  const first = Math.floor(minuteOf(booking.startTime)) + 1;
  const { seatsPerTimeSlot } = booking.eventType;
  const eventType = { ...bookable.eventType, seatsPerTimeSlot };
  const slots = await findSlots({ ...bookable, eventType }, slotRulesLike(bookable, booking), {
    within: { from: first, to: first + NEXT_DAYS * DAY_MINUTES },
    viewerZone,
    moving,
    seats: booking.attendees.length,
  });
  return slots.slice(0, NEXT_SLOTS).map(({ start }) => instantOf(start));
}
