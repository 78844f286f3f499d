import * as z from "zod";
import { CancelOptions, cancelBooking } from "#lib/bookings/cancel.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking, BookingIdOrUid } from "#lib/bookings/schema.ts";
import { CANCEL_SPEC } from "#lib/bookings/write-spec.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Cancels a booking, frees its time and records the event. */
export const handler = writeEndpoint(
  {
    id: "bookings.cancel",
    summary: "Cancel a booking",
    description:
      "Cancels the booking and frees its time. A cancelled booking stays readable, and cancelling it again changes nothing. Sends the event `BOOKING_CANCELLED`.",
    route: "DELETE /bookings/{id}/cancel",
    aliases: ["DELETE /bookings/{id}"],
    ...CANCEL_SPEC,
    input: { path: z.object({ id: BookingIdOrUid }), options: CancelOptions },
    response: z.object({
      success: z.literal(true).describe("Always true."),
      message: Message,
      onlyRemovedAttendee: z.literal(false).describe("Always false."),
      bookingId: z.int().describe("Id of the booking."),
      bookingUid: z.string().describe("`uid` of the booking."),
      booking: Booking,
    }),
  },
  ({ caller, path, options }) => cancelBooking(caller, path, options),
  (booking) => ({
    success: true as const,
    message: "Booking cancelled.",
    onlyRemovedAttendee: false as const,
    bookingId: booking.id,
    bookingUid: booking.uid,
    booking: renderBooking(booking),
  }),
);
