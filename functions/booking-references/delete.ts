import * as z from "zod";
import { BookingReference, ReferenceId } from "#lib/bookings/booking-references/schema.ts";
import { deleteReference } from "#lib/bookings/booking-references/writes.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Message } from "#lib/entry/http/message.ts";

/** Deletes a reference. */
export const handler = endpoint(
  {
    id: "booking-references.delete",
    summary: "Delete a booking reference",
    description: "Removes the reference from its booking. System admins can read it for 30 more days.",
    route: "DELETE /booking-references/{id}",
    scopes: ["WRITE_BOOKING"],
    path: z.object({ id: ReferenceId }),
    response: z.object({ booking_reference: BookingReference, message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem", "table:DeleteItem"],
  },
  ({ caller, path }) => deleteReference(caller, path),
  (reference) => ({ booking_reference: reference, message: "Booking reference deleted." }),
);
