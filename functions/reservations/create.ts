import * as z from "zod";
import { createReservation } from "#lib/bookings/reservations/create.ts";
import {
  pointerToStart,
  Reservation,
  ReservationCreate,
  renderReservation,
} from "#lib/bookings/reservations/schema.ts";
import { RESERVE_SPEC } from "#lib/bookings/write-spec.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Reserves a time for a few minutes. Only a booking with the reservation's `uid` can have it until then. */
export const handler = writeEndpoint(
  {
    id: "reservations.create",
    summary: "Reserve a slot",
    description:
      "Reserves a slot for some minutes, for example while the attendee fills in a form. Only a booking with its `uid` as `reservationUid` can have the time until then.",
    route: "POST /slots/reserve",
    ...RESERVE_SPEC,
    input: { body: ReservationCreate },
    sentPointer: pointerToStart,
    response: z.object({ reservation: Reservation, message: Message }),
  },
  ({ caller, body }) => createReservation(caller, body),
  (reservation) => ({ reservation: renderReservation(reservation), message: "Slot reserved." }),
);
