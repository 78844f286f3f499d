import { createBooking } from "#lib/bookings/create.ts";
import { BookingCreate, pointerToAnswer } from "#lib/bookings/create-schema.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { rescheduleBooking } from "#lib/bookings/reschedule.ts";
import { Booking } from "#lib/bookings/schema.ts";
import { BOOK_TIME_SPEC } from "#lib/bookings/write-spec.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Creates a booking. Returns its fields at the top level, and again under `booking`. */
export const handler = writeEndpoint(
  {
    id: "bookings.create",
    summary: "Create a booking",
    description:
      "Books a time of the event type's host. Two bookings of a host never overlap: if another one has the time, the request fails with 409. Use `GET /slots` to find free times. The fields of the booking are at the top level of the response and again under `booking`.",
    route: "POST /bookings",
    ...BOOK_TIME_SPEC,
    input: { body: BookingCreate },
    sentPointer: pointerToAnswer,
    response: Booking.extend({ booking: Booking, message: Message }),
  },
  ({ caller, body, apiHost }) => {
    const { rescheduleUid } = body;
    return rescheduleUid === undefined
      ? createBooking(caller, body, apiHost)
      : rescheduleBooking(caller, { ...body, rescheduleUid }, apiHost);
  },
  (created) => {
    const booking = renderBooking(created);
    return { ...booking, booking, message: "Booking created." };
  },
);
