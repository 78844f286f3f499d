import { randomBytes } from "node:crypto";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { EventItem, UNPUBLISHED_SHARDS } from "#lib/events/entity.ts";
import type { WebhookTrigger } from "#lib/events/triggers.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { bookingPayload } from "./booking-payload.ts";
import type { PayloadExtras } from "./payload-extras.ts";
import { payloadText } from "./payload-text.ts";

const DAYS_KEPT = 30;

/**
 * The write that records one event of a booking, to go into the transaction of the change itself.
 * `booking` is the booking after the change, its `eventSequence` already raised for this event.
 */
export const recordEvent = (
  trigger: WebhookTrigger,
  booking: StoredBooking,
  extras: PayloadExtras = {},
): Operation => put(EventItem, newEvent(trigger, booking, extras));

/** An event of a booking, not yet written. */
export function newEvent(
  trigger: WebhookTrigger,
  booking: StoredBooking,
  extras: PayloadExtras = {},
): Stored<typeof EventItem> {
  const causedBy = invocationId();
  return {
    id: `evt_${randomBytes(16).toString("base64url")}`,
    userId: booking.userId,
    createdAt: nowIso(),
    bookingId: booking.id,
    sequence: booking.eventSequence,
    trigger,
    eventTypeId: booking.eventTypeId,
    teamId: booking.eventType.teamId,
    payload: payloadText(bookingPayload(trigger, booking, extras)),
    unpublished: booking.id % UNPUBLISHED_SHARDS,
    ...(causedBy !== undefined && { causedBy }),
    ttl: expiryInDays(DAYS_KEPT),
  };
}
