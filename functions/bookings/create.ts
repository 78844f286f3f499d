import * as z from "zod";
import { createBooking } from "#lib/bookings/create.ts";
import { BookingCreate } from "#lib/bookings/create-input.ts";
import { Booking } from "#lib/bookings/model.ts";
import { rescheduleBooking } from "#lib/bookings/reschedule.ts";
import { shownBooking } from "#lib/bookings/shown.ts";
import { endpoint } from "#lib/http/endpoint.ts";

/** Books a time. Answers the booking's fields at the top level and under `booking`. */
export const handler = endpoint(
  {
    id: "bookings.create",
    summary: "Create a booking",
    route: "POST /bookings",
    scopes: ["WRITE_BOOKING"],
    body: BookingCreate,
    response: Booking.extend({ booking: Booking, message: z.string() }),
    failures: [
      "not_found",
      "booking_in_the_past",
      "booking_too_long",
      "booking_conflict",
      "no_available_users_found_error",
      "booking_seats_full",
      "limit_reached",
    ],
    grants: [
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
