import type { WebhookTrigger } from "#lib/events/triggers.ts";
import type { BookingStatus } from "./schema.ts";

/** Whether a booking of this status holds its host's time, its seats and its idempotency key. */
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

/** What is told when a booking comes to a status: made so, or moved there from another. */
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
