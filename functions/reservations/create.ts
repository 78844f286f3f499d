import * as z from "zod";
import { createReservation } from "#lib/bookings/reservations/create.ts";
import { Reservation, ReservationCreate } from "#lib/bookings/reservations/schema.ts";
import { shownReservation } from "#lib/bookings/reservations/shown.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Message } from "#lib/http/message.ts";

/** Reserves a time for a few minutes. Only a booking with the reservation's `uid` can have it until then. */
export const handler = endpoint(
  {
    id: "reservations.create",
    summary: "Reserve a slot",
    description:
      "Reserves a slot for some minutes, for example while the attendee fills in a form. Only a booking with its `uid` as `reservationUid` can have the time until then.",
    route: "POST /slots/reserve",
    scopes: ["WRITE_BOOKING"],
    body: ReservationCreate,
    response: z.object({ reservation: Reservation, message: Message }),
    failures: [
      "not_found",
      "booking_in_the_past",
      "booking_too_long",
      "no_available_users_found_error",
      "booking_seats_full",
      "limit_reached",
    ],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => createReservation(caller, body),
  (reservation) => ({ reservation: shownReservation(reservation), message: "Slot reserved." }),
);
