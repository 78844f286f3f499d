import * as z from "zod";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { StoredAttendee } from "#lib/bookings/attendees/entity.ts";
import { Attendee, AttendeeId } from "#lib/bookings/attendees/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Removes an attendee from its booking. */
export const handler = writeEndpoint(
  {
    id: "attendees.delete",
    summary: "Remove an attendee",
    description:
      "Removes the attendee from the booking and frees the seat. The booking itself stays. Records the event `BOOKING_ATTENDEE_REMOVED`.",
    route: "DELETE /attendees/{id}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: AttendeeId }) },
    result: StoredAttendee,
    response: z.object({ attendee: Attendee, message: Message }),
    failures: ["not_found", "forbidden"],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem", "table:DeleteItem"],
  },
  ({ caller, path }) => deleteAttendee(caller, path),
  (attendee) => ({ attendee, message: "Attendee removed." }),
);
