import type { PayloadExtras } from "#lib/bookings/events/booking-payload.ts";
import type { Limit } from "#lib/calendar/event-types/limits.ts";
import type { EventTrigger } from "#lib/storage/outbox/triggers.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import type { StoredBooking } from "./entity.ts";
import type { StoredReservation } from "./reservations/entity.ts";

/** An event of a changed booking: its trigger, and its data beside the booking. */
export interface PlannedEvent {
  trigger: EventTrigger;
  extras?: PayloadExtras;
}

/** A booking that a new one replaces, as it was read and as it will be. */
export interface Replaced {
  before: StoredBooking;
  after: StoredBooking;
}

/** How a booking changes. `writeBooking` derives everything that is written from it. */
export interface BookingChange {
  /** The booking as it was read; undefined if it is new. */
  before?: StoredBooking | undefined;
  /** The booking after the change. If it is the same object as `before`, the booking is not written. */
  after: StoredBooking;
  replaced?: Replaced | undefined;
  events?: readonly PlannedEvent[];
  /** The reservation in the request; it may have expired. */
  reservation?: StoredReservation | undefined;
  /** The limits that apply to `after`; without them it is only counted. */
  limits?: readonly Limit[];
  /** Whether the booking may have time in which another calendar of a host is busy. */
  ignoresCalendars?: boolean;
  /** Whether the caller can access the bookings of the host of a new booking. It decides which failure may be shown first. */
  canSeeBookings?: boolean;
  /** Whether the host was chosen for a new booking, so that the choice is recorded. */
  isAssigned?: boolean;
  /** What the caller can do if the change does not fit into one transaction. */
  advice?: string;
  /** Operations on other items in the same transaction, such as a payment. */
  others?: readonly Operation[];
}
