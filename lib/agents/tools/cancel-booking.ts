import * as z from "zod";
import { BriefBooking, briefBooking } from "#lib/agents/brief-booking.ts";
import { tool } from "#lib/agents/tool.ts";
import { CancelOptions, cancelBooking as cancel } from "#lib/bookings/cancel.ts";
import { BookingId } from "#lib/bookings/schema.ts";

/** Cancels a booking. */
export const cancelBooking = tool(
  {
    name: "cancel_booking",
    title: "Cancel a booking",
    description:
      "Cancels a booking and frees its time. It can't be undone: the time may be booked by somebody else at once. Repeating the call changes nothing. Confirm with the user before you call it.",
    endpoint: "bookings.cancel",
    effect: "delete",
    scopes: ["WRITE_BOOKING"],
    input: z.strictObject({ id: BookingId, ...CancelOptions.shape }),
    output: z.object({ booking: BriefBooking }),
    failures: ["not_found", "limit_reached"],
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
    ],
    advice: { not_found: "Call list_bookings to find the `id` of the booking." },
  },
  ({ caller, input: { id, ...options } }) => cancel(caller, { id }, options),
  (booking) => ({ booking: briefBooking(booking) }),
);
