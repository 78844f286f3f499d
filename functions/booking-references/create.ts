import * as z from "zod";
import { BookingReference, ReferenceCreate } from "#lib/bookings/booking-references/schema.ts";
import { createReference } from "#lib/bookings/booking-references/writes.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Message } from "#lib/entry/http/message.ts";

/** Adds a reference to a booking. */
export const handler = endpoint(
  {
    id: "booking-references.create",
    summary: "Add a reference to a booking",
    description:
      "Records a video room, a calendar entry or another external object of a booking. This service does not call the external system.",
    route: "POST /booking-references",
    scopes: ["WRITE_BOOKING"],
    body: ReferenceCreate,
    response: z.object({ booking_reference: BookingReference, message: Message }),
    failures: ["not_found", "forbidden", "limit_reached"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => createReference(caller, body),
  (reference) => ({ booking_reference: reference, message: "Booking reference added." }),
);
