import * as z from "zod";

const LARGEST_KILOBYTES = 16;

/** The description of a booking, limited in bytes because the table limits an item in bytes. */
export const BookingDescription = z
  .string()
  .max(LARGEST_KILOBYTES * 1024, { abort: true })
  .refine(
    (text) => Buffer.byteLength(text) <= LARGEST_KILOBYTES * 1024,
    `must have at most ${LARGEST_KILOBYTES} KB`,
  );
