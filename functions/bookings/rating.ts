import * as z from "zod";
import { StoredBooking } from "#lib/bookings/entity.ts";
import { Rating, rateBooking } from "#lib/bookings/rating.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking, BookingIdOrUid } from "#lib/bookings/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Rates a booking that has started. */
export const handler = writeEndpoint(
  {
    id: "bookings.rating",
    summary: "Rate a booking",
    description: "Rates a booking that has started. A second rating replaces the first.",
    route: "POST /bookings/{id}/rating",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: BookingIdOrUid }), body: Rating },
    result: StoredBooking,
    response: z.object({ booking: Booking, message: Message }),
    failures: ["not_found", "forbidden", "precondition_failed"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, path, body }) => rateBooking(caller, path, body),
  (booking) => ({ booking: renderBooking(booking), message: "Booking rated." }),
);
