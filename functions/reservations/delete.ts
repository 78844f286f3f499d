import * as z from "zod";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { ReservationItem } from "#lib/bookings/reservations/entity.ts";
import { ReservationUid } from "#lib/bookings/reservations/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Deletes a reservation and frees its time. */
export const handler = writeEndpoint(
  {
    id: "reservations.delete",
    summary: "Delete a reservation",
    description: "Frees the reserved time before the reservation expires.",
    route: "DELETE /slots/reserve/{uid}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ uid: ReservationUid }) },
    result: ReservationItem.schema,
    response: z.object({ message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:UpdateItem", "table:DeleteItem"],
  },
  ({ caller, path }) => deleteReservation(caller, path),
  () => ({ message: "Reservation deleted." }),
);
