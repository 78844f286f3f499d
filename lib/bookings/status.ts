import type { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import type { BookingStatus } from "./schema.ts";

/** Whether a booking with this status holds its host's time, its seats and its idempotency key. */
export function holdsTime(status: BookingStatus): boolean {
  switch (status) {
    case "PENDING":
    case "ACCEPTED":
    case "AWAITING_HOST":
      return true;
    case "CANCELLED":
    case "REJECTED":
      return false;
    default:
      return status satisfies never;
  }
}

/** Returns the event of a booking that gets a status, as a new booking or by a change. */
export function triggerOf(status: BookingStatus): WebhookTrigger {
  switch (status) {
    case "ACCEPTED":
      return "BOOKING_CREATED";
    case "PENDING":
    case "AWAITING_HOST":
      return "BOOKING_REQUESTED";
    case "CANCELLED":
      return "BOOKING_CANCELLED";
    case "REJECTED":
      return "BOOKING_REJECTED";
    default:
      return status satisfies never;
  }
}
