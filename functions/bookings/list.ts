import * as z from "zod";
import { listBookings } from "#lib/bookings/list.ts";
import { Booking } from "#lib/bookings/model.ts";
import { listEndpoint } from "#lib/http/list-endpoint.ts";
import { PageQuery, sliced, windowOf } from "#lib/http/page.ts";

/** Lists the caller's bookings; all of them without `take` and `page`. Spec §4 Bookings, §8. */
export const handler = listEndpoint(
  {
    id: "bookings.list",
    summary: "List bookings",
    route: "GET /bookings",
    scopes: ["READ_BOOKING"],
    query: PageQuery,
    response: z.object({ bookings: z.array(Booking) }),
    failures: [],
    grants: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => {
    const window = windowOf(query);
    return { pages: sliced(listBookings(caller, window && window.skip + window.take), window) };
  },
);
