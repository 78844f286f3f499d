import { Failure } from "#lib/failures.ts";
import { atMost, type Condition, fewer } from "#lib/table/condition.ts";
import { toStoredItem } from "#lib/table/form.ts";
import { itemBytes } from "#lib/table/item-bytes.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";

const KB = 1_024;
/**
 * Bytes of a booking that takes more. Of the 400 KB of an item the rest is for what no booking is refused: 62 KB for its texts,
 * reasons, rating and payments, 36 for {@link FEW} references and 18 for {@link FEW} attendees that become as long as can be.
 */
const MOST_BYTES = 280 * KB;
/** Bytes that one change adds at most: a reference whose texts are all three bytes a character, or a description. */
const LARGEST_CHANGE = 20 * KB;
/** Elements that may all become longer without anybody looking at their booking. */
const FEW = { attendees: 16, references: 2 };

/**
 * Throws if a booking, new or with one more element, would exceed the size that leaves room for every later change. Returns the
 * condition under which it still has that room: so many changes may have come in between as there is room for the largest.
 *
 * @throws {Failure} `limit_reached`
 */
export function requireRoom(booking: StoredBooking): Condition {
  const room = MOST_BYTES - itemBytes(toStoredItem(BookingItem, booking));
  if (room < 0)
    throw new Failure(
      "limit_reached",
      `The booking can have at most ${MOST_BYTES / KB} KB. Shorten its texts, answers or references.`,
    );
  return atMost("version", booking.version + Math.floor(room / LARGEST_CHANGE));
}

/**
 * The condition under which an element of a booking may become longer. Without the booking: that it has few of them; refused it says
 * how it is, and the next try has to be with it.
 *
 * @throws {Failure} `limit_reached`
 */
export const requireRoomToGrow = (list: keyof typeof FEW, booking: StoredBooking | undefined): Condition =>
  booking ? requireRoom(booking) : fewer(list, FEW[list] + 1);
