import * as z from "zod";
import { StoredBooking } from "#lib/bookings/entity.ts";
import { NoShow, recordNoShow } from "#lib/bookings/no-show.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking, BookingIdOrUid } from "#lib/bookings/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Marks no-shows of a booking that has started. */
export const handler = writeEndpoint(
  {
    id: "bookings.no-show",
    summary: "Mark no-shows",
    description:
      "Marks the host or attendees as no-shows, or removes the mark. Only after the booking has started. Sends the event `BOOKING_NO_SHOW_UPDATED`.",
    route: "POST /bookings/{id}/no-show",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: BookingIdOrUid }), body: NoShow },
    result: StoredBooking,
    response: z.object({ booking: Booking, message: Message }),
    failures: ["not_found", "forbidden", "precondition_failed"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, path, body }) => recordNoShow(caller, path, body),
  (booking) => ({ booking: renderBooking(booking), message: "No-show updated." }),
);
