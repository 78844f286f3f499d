import { isDeepStrictEqual } from "node:util";
import type { PlannedEvent } from "#lib/bookings/booking-change.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { type EventAudience, EventItem, EventPointer, hostIdsIn } from "#lib/storage/outbox/entity.ts";
import { newEvent } from "#lib/storage/outbox/new-event.ts";
import type { EventTrigger } from "#lib/storage/outbox/triggers.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, put } from "#lib/storage/table/operations.ts";
import { bookingPayload, type PayloadExtras } from "./booking-payload.ts";
import { formerParticipants } from "./former-participants.ts";
import { payloadText } from "./payload-text.ts";

/**
 * Creates the operations that record an event of a booking, for the transaction of the change. `booking` is the booking after the change,
 * with the `eventSequence` of this event.
 */
export const recordEvent = (
  trigger: EventTrigger,
  booking: StoredBooking,
  extras: PayloadExtras = {},
): Operation[] => eventWrites(newBookingEvent(trigger, booking, extras));

/**
 * Creates the operations that record the events of one change. The first event has the people who left the booking. `before` is undefined if the
 * booking is new; `after` has the `eventSequence` of the last event.
 */
export function recordEvents(
  before: StoredBooking | undefined,
  after: StoredBooking,
  events: readonly PlannedEvent[],
): Operation[] {
  const left = before && formerParticipants(before, after);
  const last = after.eventSequence - events.length;
  return events.flatMap(({ trigger, extras }, at) => {
    const booking = { ...after, eventSequence: last + at + 1 };
    return recordEvent(trigger, booking, at === 0 ? { ...extras, left } : extras);
  });
}

/** Creates the operations that store an event, and pointers for other hosts, except hosts that have the first event of a reschedule. */
export function eventWrites(event: Stored<typeof EventItem>): Operation[] {
  const { createdAt, bookingId, sequence, ttl, userId: hostId, otherHostIds = [], firstScope } = event;
  const first = firstScope ? hostIdsIn(firstScope) : [];
  const pointers = otherHostIds
    .filter((userId) => !first.includes(userId))
    .map((userId) => put(EventPointer, { userId, createdAt, bookingId, sequence, ttl, hostId }));
  return [put(EventItem, event), ...pointers];
}

/** Returns the users, event type and team whose webhooks receive the events of a booking. */
const audienceOf = ({ userId, eventTypeId, eventType, otherHosts }: StoredBooking): EventAudience => ({
  userId,
  ...(otherHosts && otherHosts.length > 0 && { otherHostIds: otherHosts.map(({ id }) => id) }),
  eventTypeId,
  teamId: eventType.teamId,
});

/** Creates an event of a booking, without writing it. */
export const newBookingEvent = (
  trigger: EventTrigger,
  booking: StoredBooking,
  extras: PayloadExtras = {},
): Stored<typeof EventItem> =>
  newEvent(
    {
      ...audienceOf(booking),
      bookingId: booking.id,
      sequence: booking.eventSequence,
      trigger,
      ...(extras.left && extras.left.length > 0 && { left: [...extras.left] }),
      payload: payloadText(bookingPayload(trigger, booking, extras)),
    },
    booking.id,
  );

interface Reschedule {
  /** The cancelled booking. Its `eventSequence` is raised if {@link changesAudience} is true. */
  original: StoredBooking;
  /** The booking that replaces it. */
  booking: StoredBooking;
  extras: PayloadExtras;
}

/** Whether a booking has other hosts, another event type or another team than the one it replaces. */
export const changesAudience = (original: StoredBooking, booking: StoredBooking): boolean =>
  !isDeepStrictEqual(audienceOf(original), audienceOf(booking));

/**
 * Creates the operations that record a reschedule: an event of the new booking and, if hosts, event type or team differ, a second event of
 * the original with the same payload and time, for the hosts and webhooks that do not receive the first one.
 */
export function recordReschedule({ original, booking, extras }: Reschedule): Operation[] {
  const event = newBookingEvent("BOOKING_RESCHEDULED", booking, extras);
  if (!changesAudience(original, booking)) return eventWrites(event);
  const { payload, createdAt } = event;
  const second = {
    ...newBookingEvent("BOOKING_RESCHEDULED", original),
    ...{ payload, createdAt },
    firstScope: audienceOf(booking),
  };
  return [...eventWrites(event), ...eventWrites(second)];
}
