import * as z from "zod";
import { getReference } from "#lib/bookings/booking-references/read.ts";
import { BookingReference, ReferenceId } from "#lib/bookings/booking-references/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets a reference of one of the caller's bookings. */
export const handler = endpoint(
  {
    id: "booking-references.get",
    summary: "Get a booking reference",
    description: "Returns a reference of a booking that you host.",
    route: "GET /booking-references/{id}",
    scopes: ["READ_BOOKING"],
    path: z.object({ id: ReferenceId }),
    response: z.object({ booking_reference: BookingReference }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, path }) => ({ booking_reference: await getReference(caller, path.id) }),
);
