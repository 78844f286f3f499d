import * as z from "zod";
import { NoShow, recordNoShow } from "#lib/bookings/no-show.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking, BookingIdOrUid } from "#lib/bookings/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Message } from "#lib/entry/http/message.ts";

/** Marks no-shows of a booking that has started. */
export const handler = endpoint(
  {
    id: "bookings.no-show",
    summary: "Mark no-shows",
    description:
      "Marks the host or attendees as no-shows, or removes the mark. Only after the booking has started. Sends the event `BOOKING_NO_SHOW_UPDATED`.",
    route: "POST /bookings/{id}/no-show",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: BookingIdOrUid }), body: NoShow },
    response: z.object({ booking: Booking, message: Message }),
    failures: ["not_found", "precondition_failed"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, path, body }) => recordNoShow(caller, path, body),
  (booking) => ({ booking: renderBooking(booking), message: "No-show updated." }),
);
