import * as z from "zod";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { RangeEnd, RangeStart } from "#lib/platform/instant.ts";
import { oneOrMore } from "#lib/platform/one-or-more.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import type { FilterableBooking } from "./projections.ts";
import { BookingStatus } from "./schema.ts";

const StatusOrGroup = z.enum([...BookingStatus.options, "upcoming", "past", "unconfirmed", "cancelled"]);

/** The query of the list of bookings, without the parameters of pages. */
export const BookingFilter = z.object({
  userId: oneOrMore(WholeNumber, "must be a whole number")
    .optional()
    .describe("Only bookings of these hosts. Only for admins; ignored for other callers."),
  attendeeEmail: oneOrMore(z.email().max(254), "must be an email address")
    .optional()
    .describe("Only bookings with one of these email addresses as attendee."),
  dateFrom: RangeStart.optional().describe(
    "Only bookings that start at or after this time; a date means its first moment.",
  ),
  dateTo: RangeEnd.optional().describe(
    "Only bookings that end at or before this time; a date means its last moment.",
  ),
  status: StatusOrGroup.optional().describe(
    "A status or a group: `upcoming` (not ended, neither cancelled nor rejected), `past` (ended, neither cancelled nor rejected), `unconfirmed` (pending and not ended), `cancelled` (cancelled or rejected).",
  ),
  eventTypeId: EventTypeId.optional().describe("Only bookings of this event type."),
  uid: z.string().min(1).max(100).optional().describe("Only the booking with this `uid`."),
  sortBy: z
    .enum(["startTime", "createdAt", "updatedAt"])
    .optional()
    .describe("Sort by this field; by id if not sent."),
  order: z.enum(["asc", "desc"]).optional().describe("Sort order; `asc` by default."),
});
export type BookingFilter = z.output<typeof BookingFilter>;

/** Whether a booking passes a filter. */
export type BookingPredicate = (booking: FilterableBooking) => boolean;

/** Creates the predicate of a filter, as of now; undefined if every booking passes. */
export function createPredicate(filter: BookingFilter): BookingPredicate | undefined {
  const { attendeeEmail, dateFrom, dateTo, status, eventTypeId, uid } = filter;
  const emails = attendeeEmail && new Set(attendeeEmail.map((email) => email.toLowerCase()));
  const predicates: BookingPredicate[] = [
    ...(emails ? [hasAttendee(emails)] : []),
    ...(dateFrom === undefined ? [] : [({ startTime }: FilterableBooking) => startTime >= dateFrom]),
    ...(dateTo === undefined ? [] : [({ endTime }: FilterableBooking) => endTime <= dateTo]),
    ...(status === undefined ? [] : [hasStatus(status, nowIso())]),
    ...(eventTypeId === undefined
      ? []
      : [(booking: FilterableBooking) => booking.eventTypeId === eventTypeId]),
    ...(uid === undefined ? [] : [(booking: FilterableBooking) => booking.uid === uid]),
  ];
  return predicates.length === 0 ? undefined : (booking) => predicates.every((passes) => passes(booking));
}

const hasAttendee =
  (emails: ReadonlySet<string>): BookingPredicate =>
  ({ attendees }) =>
    attendees.some(({ email }) => emails.has(email.toLowerCase()));

const isCancelledOrRejected = ({ status }: FilterableBooking): boolean =>
  status === "CANCELLED" || status === "REJECTED";

function hasStatus(status: z.output<typeof StatusOrGroup>, currentTime: string): BookingPredicate {
  switch (status) {
    case "upcoming":
      return (booking) => !isCancelledOrRejected(booking) && booking.endTime > currentTime;
    case "past":
      return (booking) => !isCancelledOrRejected(booking) && booking.endTime <= currentTime;
    case "unconfirmed":
      return (booking) => booking.status === "PENDING" && booking.endTime > currentTime;
    case "cancelled":
      return isCancelledOrRejected;
    default:
      return (booking) => booking.status === status;
  }
}
