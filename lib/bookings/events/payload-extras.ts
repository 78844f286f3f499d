import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { WebhookTrigger } from "#lib/bookings/events/triggers.ts";

/** Data of an event beside the booking. */
export interface PayloadExtras {
  /** The original of a reschedule, or the booking before its time changed. */
  rescheduledFrom?: StoredBooking;
  rescheduledBy?: string | undefined;
  payment?: StoredBooking["payment"][number];
  changed?: Record<string, { from: unknown; to: unknown }>;
}

/** Returns the fields that only events with this trigger have. */
export function triggerFields(trigger: WebhookTrigger, booking: StoredBooking, extras: PayloadExtras) {
  switch (trigger) {
    case "BOOKING_RESCHEDULED":
      return rescheduleFields(extras);
    case "BOOKING_CANCELLED":
      return { cancellationReason: booking.cancellationReason, cancelledBy: booking.cancelledBy };
    case "BOOKING_REJECTED":
      return { rejectionReason: booking.rejectionReason };
    case "BOOKING_PAYMENT_INITIATED":
    case "BOOKING_PAID":
      return { paymentId: extras.payment?.id ?? null, paymentData: extras.payment ?? null };
    case "BOOKING_NO_SHOW_UPDATED":
      return { message: "No-show updated.", bookingUid: booking.uid };
    default:
      return {};
  }
}

const rescheduleFields = ({ rescheduledFrom: from, rescheduledBy }: PayloadExtras) => ({
  rescheduleId: from?.id ?? null,
  rescheduleUid: from?.uid ?? null,
  rescheduleStartTime: from?.startTime ?? null,
  rescheduleEndTime: from?.endTime ?? null,
  rescheduledBy: rescheduledBy ?? null,
});
