import * as z from "zod";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { Attendee, AttendeeId } from "#lib/bookings/attendees/model.ts";
import { endpoint } from "#lib/http/endpoint.ts";

/** Removes an attendee from its booking. */
export const handler = endpoint(
  {
    id: "attendees.delete",
    summary: "Remove an attendee",
    route: "DELETE /attendees/{id}",
    scopes: ["WRITE_BOOKING"],
    path: z.object({ id: AttendeeId }),
    response: z.object({ attendee: Attendee, message: z.string() }),
    failures: ["not_found"],
    grants: ["table:GetItem", "table:UpdateItem", "table:DeleteItem"],
  },
  ({ caller, path }) => deleteAttendee(caller, path),
  (attendee) => ({ attendee, message: "Attendee removed." }),
);
