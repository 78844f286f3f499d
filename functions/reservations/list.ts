import * as z from "zod";
import { listReservations, ReservationFilter } from "#lib/bookings/reservations/list.ts";
import { Reservation, renderReservation } from "#lib/bookings/reservations/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the reservations of the caller's time, and those that the caller made. */
export const handler = listEndpoint(
  {
    id: "reservations.list",
    summary: "List reservations",
    description:
      "Lists the reservations of your time, and those that you made, until they expire. You can delete each of them, or book its time with its `uid`.",
    route: "GET /slots/reserve",
    scopes: ["READ_BOOKING"],
    input: { query: ReservationFilter },
    response: z.object({
      reservations: z.array(Reservation).describe("Reservations in the order of their start."),
    }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => ({ ...(await listReservations(caller, query)), render: renderReservation }),
);
