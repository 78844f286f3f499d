import * as z from "zod";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking, BookingIdOrUid } from "#lib/bookings/schema.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { BOOK_TIME_SPEC } from "#lib/bookings/write-spec.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Changes title, description, times or status of a booking. */
export const handler = writeEndpoint(
  {
    id: "bookings.update",
    summary: "Update a booking",
    description:
      "Changes the title, the description, the time or the status. A new time must be free, as for a new booking. Confirm with the status `ACCEPTED`, reject with `REJECTED`.",
    route: "PATCH /bookings/{id}",
    ...BOOK_TIME_SPEC,
    input: { path: z.object({ id: BookingIdOrUid }), body: BookingUpdate },
    response: z.object({ booking: Booking }),
  },
  ({ caller, path, body }) => updateBooking(caller, path, body),
  (booking) => ({ booking: renderBooking(booking) }),
);
