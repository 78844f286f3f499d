import * as z from "zod";
import { StoredReference } from "#lib/bookings/booking-references/entity.ts";
import { BookingReference, ReferenceCreate } from "#lib/bookings/booking-references/schema.ts";
import { createReference } from "#lib/bookings/booking-references/writes.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Adds a reference to a booking. */
export const handler = writeEndpoint(
  {
    id: "booking-references.create",
    summary: "Add a reference to a booking",
    description:
      "Records a video room, a calendar entry or another external object of a booking. This service does not call the external system.",
    route: "POST /booking-references",
    scopes: ["WRITE_BOOKING"],
    input: { body: ReferenceCreate },
    result: StoredReference,
    response: z.object({ booking_reference: BookingReference, message: Message }),
    failures: ["not_found", "forbidden", "limit_reached"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => createReference(caller, body),
  (reference) => ({ booking_reference: reference, message: "Booking reference added." }),
);
