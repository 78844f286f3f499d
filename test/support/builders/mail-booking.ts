import type { StoredBooking } from "#lib/bookings/entity.ts";
import { bookingPayload, type PayloadExtras } from "#lib/bookings/events/booking-payload.ts";
import { payloadText } from "#lib/bookings/events/payload-text.ts";
import { MailBooking } from "#lib/mail/booking.ts";
import type { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { storedBooking } from "./stored-booking.ts";

interface Source {
  trigger?: WebhookTrigger;
  extras?: PayloadExtras;
  eventType?: object;
  request?: object;
}

/**
 * A booking as mails read it from the payload of an event, with these changes of the stored booking. Its host Hanna is in Zurich (de, 24 h), its
 * booker Ann in New York (en), and its guest is bob@example.com.
 */
export function mailBooking(
  changes: Partial<StoredBooking> = {},
  { trigger = "BOOKING_CREATED", extras = {}, ...source }: Source = {},
): MailBooking {
  const booking = storedBooking(changes, source);
  return MailBooking.parse(JSON.parse(payloadText(bookingPayload(trigger, booking, extras))));
}
