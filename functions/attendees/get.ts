import * as z from "zod";
import { getAttendee } from "#lib/bookings/attendees/read.ts";
import { Attendee, AttendeeId } from "#lib/bookings/attendees/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets an attendee of one of the caller's bookings. */
export const handler = endpoint(
  {
    id: "attendees.get",
    summary: "Get an attendee",
    description: "Returns an attendee of a booking that you host.",
    route: "GET /attendees/{id}",
    scopes: ["READ_BOOKING"],
    path: z.object({ id: AttendeeId }),
    response: z.object({ attendee: Attendee }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ attendee: await getAttendee(caller, path.id) }),
);
