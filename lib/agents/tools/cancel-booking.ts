import * as z from "zod";
import { BriefBooking, renderBriefBooking } from "#lib/agents/brief-booking.ts";
import { tool } from "#lib/agents/tool.ts";
import { CancelOptions, cancelBooking as cancel } from "#lib/bookings/cancel.ts";
import { BookingId } from "#lib/bookings/schema.ts";
import { CANCEL_SPEC } from "#lib/bookings/write-spec.ts";

const { allRemainingBookings } = CancelOptions.shape;

/** Cancels a booking. */
export const cancelBooking = tool(
  {
    name: "cancel_booking",
    title: "Cancel a booking",
    description:
      "Cancels a booking and frees its time. It can't be undone: the time may be booked by somebody else at once. Repeating the call changes nothing. Confirm with the user before you call it.",
    endpoint: "bookings.cancel",
    effect: "delete",
    ...CANCEL_SPEC,
    input: z.strictObject({
      id: BookingId,
      ...CancelOptions.shape,
      allRemainingBookings: z
        .boolean()
        .optional()
        .describe(allRemainingBookings.description ?? ""),
    }),
    output: z.object({ booking: BriefBooking }),
    advice: { not_found: "Call list_bookings to find the `id` of the booking." },
  },
  ({ caller, input: { id, ...options } }) => cancel(caller, { id }, options),
  (booking) => ({ booking: renderBriefBooking(booking) }),
);
