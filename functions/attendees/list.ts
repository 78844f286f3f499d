import * as z from "zod";
import { AttendeeFilter, listAttendees } from "#lib/bookings/attendees/list.ts";
import { Attendee } from "#lib/bookings/attendees/model.ts";
import { listEndpoint } from "#lib/http/list-endpoint.ts";

/** Lists the attendees of all bookings of the caller; those of everybody for a system admin. */
export const handler = listEndpoint(
  {
    id: "attendees.list",
    summary: "List attendees",
    route: "GET /attendees",
    scopes: ["READ_BOOKING"],
    query: AttendeeFilter,
    response: z.object({ attendees: z.array(Attendee) }),
    failures: [],
    grants: ["table:Query", "index:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listAttendees(caller, query),
);
