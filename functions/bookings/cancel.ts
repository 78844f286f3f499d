import * as z from "zod";
import { CancelOptions, cancelBooking } from "#lib/bookings/cancel.ts";
import { Booking, BookingId } from "#lib/bookings/model.ts";
import { shownBooking } from "#lib/bookings/shown.ts";
import { endpoint } from "#lib/http/endpoint.ts";

/** Cancels one booking; frees its time and tells its webhooks. */
export const handler = endpoint(
  {
    id: "bookings.cancel",
    summary: "Cancel a booking",
    route: "DELETE /bookings/{id}/cancel",
    aliases: ["DELETE /bookings/{id}"],
    scopes: ["WRITE_BOOKING"],
    path: z.object({ id: BookingId }),
    options: CancelOptions,
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      onlyRemovedAttendee: z.literal(false),
      bookingId: z.int(),
      bookingUid: z.string(),
      booking: Booking,
    }),
    failures: ["not_found", "limit_reached"],
    grants: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
    ],
  },
  ({ caller, path, options }) => cancelBooking(caller, path, options),
  (booking) => ({
    success: true as const,
    message: "Booking cancelled.",
    onlyRemovedAttendee: false as const,
    bookingId: booking.id,
    bookingUid: booking.uid,
    booking: shownBooking(booking),
  }),
);
