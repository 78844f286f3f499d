import { Failure } from "#lib/failures.ts";
import { atMost, type Condition, fewer } from "#lib/storage/table/condition.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import { toStoredItem } from "#lib/storage/table/item-format.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";

const KB = 1_024;
/**
 * Bytes of a booking to which elements can be added. The rest of the 400 KB of an item is for changes that are always possible: 62 KB for
 * texts, reasons, rating and payments, 36 for {@link UNCHECKED} references and 18 for {@link UNCHECKED} attendees of the largest size.
 */
const MAX_BYTES = 280 * KB;
/** Bytes that one change adds at most: a reference whose texts have three bytes per character, or a description. */
const LARGEST_CHANGE = 20 * KB;
/** Numbers of elements up to which they can become longer without a check of the size. */
const UNCHECKED = { attendees: 16, references: 2 };

/**
 * Throws if a booking, new or with one more element, would be too large for later changes. Returns the condition that it still isn't when
 * it is written: only as many changes may have come in between as fit if each is the largest.
 *
 * @throws {Failure} `limit_reached`
 */
export function requireItemSize(booking: StoredBooking): Condition {
  const room = MAX_BYTES - itemBytes(toStoredItem(BookingItem, booking));
  if (room < 0)
    throw new Failure(
      "limit_reached",
      `The booking can have at most ${MAX_BYTES / KB} KB. Shorten its texts, answers or references.`,
    );
  return atMost("version", booking.version + Math.floor(room / LARGEST_CHANGE));
}

/**
 * Returns the condition under which an element of a booking may become longer. Without the booking, the condition is that it has few
 * elements; if that fails, call again with the booking from the failed condition.
 *
 * @throws {Failure} `limit_reached`
 */
export const requireItemSizeToGrow = (
  list: keyof typeof UNCHECKED,
  booking: StoredBooking | undefined,
): Condition => (booking ? requireItemSize(booking) : fewer(list, UNCHECKED[list] + 1));
