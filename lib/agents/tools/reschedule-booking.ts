import * as z from "zod";
import { BriefBooking, renderBriefBooking } from "#lib/agents/brief-booking.ts";
import { tool } from "#lib/agents/tool.ts";
import { BookingId } from "#lib/bookings/schema.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BOOK_TIME_SPEC } from "#lib/bookings/write-spec.ts";
import { Instant } from "#lib/platform/instant.ts";

/** Moves a booking to another time. */
export const rescheduleBooking = tool(
  {
    name: "reschedule_booking",
    title: "Reschedule a booking",
    description:
      "Moves a booking to another time; its `id` and `uid` stay the same. A booking that is cancelled or rejected can't be moved. Call find_slots with `rescheduleUid` first to get a free time. Repeating the call changes nothing. Confirm the new time with the user before you call it.",
    endpoint: "bookings.update",
    effect: "change",
    ...BOOK_TIME_SPEC,
    input: z.strictObject({
      id: BookingId,
      start: Instant.describe("New start, as returned by find_slots."),
      end: Instant.optional().describe("New end. If not sent, the length stays the same."),
    }),
    output: z.object({ booking: BriefBooking }),
    advice: {
      invalid_request:
        "Correct the arguments and call the tool again. If the booking is cancelled or rejected, ask the user whether to create another one with create_booking.",
      not_found: "Call list_bookings to find the `id` of the booking.",
    },
  },
  ({ caller, input: { id, start, end } }) =>
    updateBooking(caller, { id }, { startTime: start, endTime: end, mustHoldTime: true }),
  (booking) => ({ booking: renderBriefBooking(booking) }),
);
