import * as z from "zod";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking, BookingIdOrUid } from "#lib/bookings/schema.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets a booking. */
export const handler = endpoint(
  {
    id: "bookings.get",
    summary: "Get a booking",
    description:
      "Returns a booking that you host, by its id or its `uid`. Admins of the host's organization and system admins can read it, too.",
    route: "GET /bookings/{id}",
    scopes: ["READ_BOOKING"],
    input: { path: z.object({ id: BookingIdOrUid }) },
    response: z.object({ booking: Booking }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, path }) => ({ booking: renderBooking(await getBooking(caller, path.id)) }),
);
