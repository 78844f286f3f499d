import * as z from "zod";
import { BookingFilter } from "#lib/bookings/filter.ts";
import { listBookings } from "#lib/bookings/list.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking } from "#lib/bookings/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the bookings that a caller can access; all of them without `take`, `page` and `cursor`. */
export const handler = listEndpoint(
  {
    id: "bookings.list",
    summary: "List bookings",
    description:
      "Lists the bookings that you can read. Without `take`, `page` and `cursor` it returns all of them.",
    route: "GET /bookings",
    scopes: ["READ_BOOKING"],
    input: { query: BookingFilter },
    response: z.object({ bookings: z.array(Booking).describe("Bookings in the requested order.") }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => ({ ...(await listBookings(caller, query)), render: renderBooking }),
);
