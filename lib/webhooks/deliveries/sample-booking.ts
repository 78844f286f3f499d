import { BookingCreate } from "#lib/bookings/create-input.ts";
import { draftBooking, identified } from "#lib/bookings/draft.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { EventTypeCreate } from "#lib/event-types/input.ts";
import type { WebhookTrigger } from "#lib/events/triggers.ts";
import { now } from "#lib/platform/clock.ts";
import type { UserSummary } from "#lib/users/summary.ts";

const TITLE = "Test trigger event";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The id of what is not stored: nothing real has it. */
const NO_ID = 0;

/** How a booking stands after what some events tell of; it is accepted after all others. */
const STATUS: Partial<Record<WebhookTrigger, StoredBooking["status"]>> = {
  BOOKING_REQUESTED: "PENDING",
  BOOKING_PAYMENT_INITIATED: "PENDING",
  BOOKING_CANCELLED: "CANCELLED",
  BOOKING_REJECTED: "REJECTED",
};

/** A booking that nobody made, of a host, tomorrow at a full hour, as an event leaves it. */
export function sampleBooking(trigger: WebhookTrigger, host: UserSummary): StoredBooking {
  const eventType = {
    ...EventTypeCreate.parse({ title: TITLE, length: 30 }),
    slug: "test",
    id: NO_ID,
    userId: host.id,
    teamName: null,
    counters: null,
    version: 1,
  };
  const input = BookingCreate.parse({
    eventTypeId: NO_ID,
    start: new Date(Math.floor((now() + DAY) / HOUR) * HOUR).toISOString(),
    title: TITLE,
    responses: { name: "Test Attendee", email: "attendee@example.com" },
  });
  const booking = identified(
    draftBooking({ eventType, host }, input, { id: NO_ID, apiHost: "example.com" }),
    [NO_ID],
  );
  return { ...booking, status: STATUS[trigger] ?? "ACCEPTED" };
}
