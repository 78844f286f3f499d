import * as z from "zod";
import { BriefBooking, renderBriefBooking } from "#lib/agents/brief-booking.ts";
import { tool } from "#lib/agents/tool.ts";
import { Booking, BookingId } from "#lib/bookings/schema.ts";
import { getBooking as get } from "#lib/bookings/visibility.ts";

const { shape } = Booking;

/** A booking with more fields than in lists. */
const FullBooking = BriefBooking.extend({
  responses: shape.responses,
  metadata: shape.metadata,
  recurringEventId: shape.recurringEventId,
  fromReschedule: shape.fromReschedule,
  cancellationReason: shape.cancellationReason,
  rejectionReason: shape.rejectionReason,
  paid: shape.paid,
  createdAt: shape.createdAt,
  updatedAt: shape.updatedAt,
}).describe("The booking. Times are UTC.");

/** Gets one booking. */
export const getBooking = tool(
  {
    name: "get_booking",
    title: "Get a booking",
    description:
      "Returns a booking with the answers of the booker, by the `id` that list_bookings and create_booking return.",
    endpoint: "bookings.get",
    effect: "read",
    scopes: ["READ_BOOKING"],
    input: z.strictObject({ id: BookingId }),
    output: z.object({ booking: FullBooking }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:BatchGetItem"],
    advice: { not_found: "Call list_bookings to find the `id` of the booking." },
  },
  ({ caller, input }) => get(caller, input.id),
  (booking) => ({ booking: { ...booking, ...renderBriefBooking(booking) } }),
);
