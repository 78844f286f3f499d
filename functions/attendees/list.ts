import * as z from "zod";
import { AttendeeFilter, listAttendees } from "#lib/bookings/attendees/read.ts";
import { Attendee } from "#lib/bookings/attendees/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the attendees of the caller's bookings; of all bookings for a system admin. */
export const handler = listEndpoint(
  {
    id: "attendees.list",
    summary: "List attendees",
    description:
      "Lists the attendees of the bookings that you host. System admins get the attendees of all bookings.",
    route: "GET /attendees",
    scopes: ["READ_BOOKING"],
    query: AttendeeFilter,
    response: z.object({ attendees: z.array(Attendee).describe("Attendees in the order of their ids.") }),
    failures: [],
    permissions: ["table:Query", "index:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listAttendees(caller, query),
);
