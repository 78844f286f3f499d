import { createBooking } from "#lib/bookings/create.ts";
import { BookingCreate } from "#lib/bookings/create-input.ts";
import { rescheduleBooking } from "#lib/bookings/reschedule.ts";
import { Booking } from "#lib/bookings/schema.ts";
import { shownBooking } from "#lib/bookings/shown.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Message } from "#lib/http/message.ts";

/** Books a time. Answers the booking's fields at the top level and under `booking`. */
export const handler = endpoint(
  {
    id: "bookings.create",
    summary: "Create a booking",
    description:
      "Books a time of the event type's host. Two bookings of a host never overlap: if another one has the time, the request fails with 409. Use `GET /slots` to find free times. The fields of the booking are at the top level of the response and again under `booking`.",
    route: "POST /bookings",
    scopes: ["WRITE_BOOKING"],
    body: BookingCreate,
    response: Booking.extend({ booking: Booking, message: Message }),
    failures: [
      "not_found",
      "booking_in_the_past",
      "booking_too_long",
      "booking_conflict",
      "no_available_users_found_error",
      "booking_seats_full",
      "limit_reached",
    ],
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
    ],
  },
  ({ caller, body, host }) => {
    const { rescheduleUid } = body;
    return rescheduleUid === undefined
      ? createBooking(caller, body, host)
      : rescheduleBooking(caller, { ...body, rescheduleUid }, host);
  },
  (made) => {
    const booking = shownBooking(made);
    return { ...booking, booking, message: "Booking created." };
  },
);
