import * as z from "zod";
import { listReferences, ReferenceFilter } from "#lib/bookings/booking-references/read.ts";
import { BookingReference } from "#lib/bookings/booking-references/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the references of the caller's bookings; of all bookings for a system admin. */
export const handler = listEndpoint(
  {
    id: "booking-references.list",
    summary: "List booking references",
    description:
      "Lists the references of the bookings that you host. System admins get the references of all bookings.",
    route: "GET /booking-references",
    scopes: ["READ_BOOKING"],
    query: ReferenceFilter,
    response: z.object({
      booking_references: z.array(BookingReference).describe("Booking references in the order of their ids."),
    }),
    failures: [],
    permissions: ["table:Query", "index:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listReferences(caller, query),
);
