import * as z from "zod";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { ReservationUid } from "#lib/bookings/reservations/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Message } from "#lib/entry/http/message.ts";

/** Deletes a reservation and frees its time. */
export const handler = endpoint(
  {
    id: "reservations.delete",
    summary: "Delete a reservation",
    description: "Frees the reserved time before the reservation expires.",
    route: "DELETE /slots/reserve/{uid}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ uid: ReservationUid }) },
    response: z.object({ message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:UpdateItem", "table:DeleteItem"],
  },
  ({ caller, path }) => deleteReservation(caller, path),
  () => ({ message: "Reservation deleted." }),
);
