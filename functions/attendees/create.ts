import * as z from "zod";
import { createAttendee } from "#lib/bookings/attendees/create.ts";
import { StoredAttendee } from "#lib/bookings/attendees/entity.ts";
import { Attendee, AttendeeCreate } from "#lib/bookings/attendees/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Adds an attendee to a booking. */
export const handler = writeEndpoint(
  {
    id: "attendees.create",
    summary: "Add an attendee to a booking",
    description:
      "Adds an attendee, also to a booking that has started, but not to one that is cancelled or rejected (409). If the event type has seats, the attendee gets one. Records the event `BOOKING_ATTENDEE_ADDED`.",
    route: "POST /attendees",
    scopes: ["WRITE_BOOKING"],
    input: { body: AttendeeCreate },
    result: StoredAttendee,
    response: z.object({ attendee: Attendee, message: Message }),
    failures: ["not_found", "forbidden", "conflict", "booking_seats_full", "limit_reached"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => createAttendee(caller, body),
  (attendee) => ({ attendee, message: "Attendee added." }),
);
