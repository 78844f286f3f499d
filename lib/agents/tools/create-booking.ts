import * as z from "zod";
import { BriefBooking, renderBriefBooking } from "#lib/agents/brief-booking.ts";
import { ToolIdempotencyKey, tool } from "#lib/agents/tool.ts";
import { createBooking as create } from "#lib/bookings/create.ts";
import { BookingCreate, PlainResponses } from "#lib/bookings/create-schema.ts";
import { BOOK_TIME_SPEC } from "#lib/bookings/write-spec.ts";

const { eventTypeId, start, end, timeZone, language, title, description, reservationUid, sendEmails } =
  BookingCreate.out.shape;

/** Books a time. */
export const createBooking = tool(
  {
    name: "create_booking",
    title: "Create a booking",
    description:
      "Books a slot for a person: `responses` has their name and email address. Take `start` from find_slots. A time can be booked only once: if somebody else was faster, the result names the next free slots. Confirm the time with the user before you call it.",
    endpoint: "bookings.create",
    effect: "create",
    ...BOOK_TIME_SPEC,
    input: z.strictObject({
      ...{ eventTypeId, start, end, timeZone, language, title, description },
      responses: PlainResponses.describe(
        "Name and email address of the booker, and the answers to the event type's `bookingFields` by their names.",
      ),
      reservationUid: reservationUid.describe("`uid` of the result of hold_slot, if you hold the slot."),
      sendEmails,
      idempotencyKey: ToolIdempotencyKey,
    }),
    output: z.object({ booking: BriefBooking }),
    advice: {
      not_found:
        "Call list_event_types to find the `eventTypeId`. A hold may have expired: then leave out `reservationUid`.",
      booking_conflict:
        "The same person already has this booking. Call list_bookings with `attendeeEmail` to see it, and don't book it again.",
    },
  },
  ({ caller, input: { idempotencyKey: _, ...input }, host }) =>
    create(caller, { ...input, metadata: {} }, host),
  (booking) => ({ booking: renderBriefBooking(booking) }),
);
