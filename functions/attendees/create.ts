import * as z from "zod";
import { createAttendee } from "#lib/bookings/attendees/create.ts";
import { Attendee, AttendeeCreate } from "#lib/bookings/attendees/model.ts";
import { endpoint } from "#lib/http/endpoint.ts";

/** Adds an attendee to a booking. */
export const handler = endpoint(
  {
    id: "attendees.create",
    summary: "Add an attendee to a booking",
    route: "POST /attendees",
    scopes: ["WRITE_BOOKING"],
    body: AttendeeCreate,
    response: z.object({ attendee: Attendee, message: z.string() }),
    failures: ["not_found", "forbidden", "conflict", "booking_seats_full", "limit_reached"],
    grants: ["table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => createAttendee(caller, body),
  (attendee) => ({ attendee, message: "Attendee added." }),
);
