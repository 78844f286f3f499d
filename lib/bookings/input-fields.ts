import * as z from "zod";

const LARGEST_KILOBYTES = 16;

/** The description of a booking. Its limit is in bytes, like that of an item in the table. */
export const BookingDescription = z
  .string()
  .max(LARGEST_KILOBYTES * 1024, { abort: true })
  .refine(
    (text) => Buffer.byteLength(text) <= LARGEST_KILOBYTES * 1024,
    `must have at most ${LARGEST_KILOBYTES} KB`,
  );

/** Describes the field `ignoreAvailability` of the bodies that create or change a booking. */
export const IGNORE_AVAILABILITY =
  "Books also outside the hours, notice, booking window and limits of the event type, but never a time that another booking has. Only for the host and admins; ignored for other callers.";
