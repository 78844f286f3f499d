import * as z from "zod";
import { BriefBooking, renderBriefBooking } from "#lib/agents/brief-booking.ts";
import { ListPageInput, NextCursor, readListPage } from "#lib/agents/list-page.ts";
import { tool } from "#lib/agents/tool.ts";
import { BookingFilter } from "#lib/bookings/filter.ts";
import { listBookings as list } from "#lib/bookings/list.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** Lists the bookings that the caller can access. */
export const listBookings = tool(
  {
    name: "list_bookings",
    title: "List bookings",
    description:
      'Lists the bookings of the user as a host. For the next meetings send `status: "upcoming"` and `sortBy: "startTime"`. To find the booking of a person send `attendeeEmail`.',
    endpoint: "bookings.list",
    effect: "read",
    scopes: ["READ_BOOKING"],
    input: z.strictObject({
      ...BookingFilter.shape,
      userId: WholeNumber.optional().describe(
        "Only bookings of this host. Only for admins; ignored for other callers.",
      ),
      attendeeEmail: z
        .email()
        .max(254)
        .optional()
        .describe("Only bookings with this email address as attendee."),
      ...ListPageInput.shape,
    }),
    output: z.object({
      bookings: z.array(BriefBooking).describe("Bookings in the requested order. Times are UTC."),
      nextCursor: NextCursor,
    }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem", "cursors:GenerateMac"],
  },
  async ({ caller, input }) => {
    const { userId, attendeeEmail, ...filter } = input;
    const lists = { userId: listIfSent(userId), attendeeEmail: listIfSent(attendeeEmail) };
    return readListPage(await list(caller, { ...filter, ...lists }), {
      list: "list_bookings",
      caller,
      input,
    });
  },
  ({ items, nextCursor }) => ({ bookings: items.map(renderBriefBooking), nextCursor }),
);

/** The filters of the list of bookings take several values; an agent sends one. */
const listIfSent = <T>(value: T | undefined): T[] | undefined => (value === undefined ? undefined : [value]);
