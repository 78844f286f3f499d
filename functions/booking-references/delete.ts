import * as z from "zod";
import { StoredReference } from "#lib/bookings/booking-references/entity.ts";
import { BookingReference, ReferenceId } from "#lib/bookings/booking-references/schema.ts";
import { deleteReference } from "#lib/bookings/booking-references/writes.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Deletes a reference. */
export const handler = writeEndpoint(
  {
    id: "booking-references.delete",
    summary: "Delete a booking reference",
    description: "Removes the reference from its booking. System admins can read it for 30 more days.",
    route: "DELETE /booking-references/{id}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: ReferenceId }) },
    result: StoredReference,
    response: z.object({ booking_reference: BookingReference, message: Message }),
    failures: ["not_found", "forbidden"],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem", "table:DeleteItem"],
  },
  ({ caller, path }) => deleteReference(caller, path),
  (reference) => ({ booking_reference: reference, message: "Booking reference deleted." }),
);
