import * as z from "zod";
import { StoredAttendee } from "#lib/bookings/attendees/entity.ts";
import { Attendee, AttendeeId, AttendeeUpdate } from "#lib/bookings/attendees/schema.ts";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Changes an attendee, or marks a no-show. */
export const handler = writeEndpoint(
  {
    id: "attendees.update",
    summary: "Update an attendee",
    description:
      "Changes the fields that you send. The booking contains the changed attendee at once. A changed email address is treated as another person: the event `BOOKING_ATTENDEE_ADDED` is recorded, unless the booking is cancelled or rejected.",
    route: "PATCH /attendees/{id}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: AttendeeId }), body: AttendeeUpdate },
    result: StoredAttendee,
    response: z.object({ attendee: Attendee }),
    failures: ["not_found", "forbidden", "conflict", "limit_reached"],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, path, body }) => updateAttendee(caller, path, body),
  (attendee) => ({ attendee }),
);
