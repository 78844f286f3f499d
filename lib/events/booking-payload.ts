import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { WebhookTrigger } from "./triggers.ts";

/** What one kind of event says beside the booking itself. */
export interface PayloadExtras {
  rescheduledFrom?: StoredBooking;
  rescheduledBy?: string;
  changed?: Record<string, { from: unknown; to: unknown }>;
}

/** The payload of a booking's event: one builder for all (`payloads.md`). */
export function bookingPayload(_trigger: WebhookTrigger, booking: StoredBooking, _extras: PayloadExtras) {
  return { uid: booking.uid, bookingId: booking.id };
}
