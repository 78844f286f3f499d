import { nowIso } from "#lib/platform/clock.ts";
import { all, any, differs, present } from "#lib/table/condition.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import { decode } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";

/**
 * Gives a booking of a host another title or description: one round trip, nothing when they are the same. Undefined when
 * the host has no such booking.
 */
export async function updateText(
  userId: number,
  id: number,
  text: { title?: string | undefined; description?: string | null | undefined },
): Promise<StoredBooking | undefined> {
  const given = Object.entries(text).filter(([, value]) => value !== undefined);
  const differing = any(...given.map(([name, value]) => differs(name, value)));
  const set = { ...Object.fromEntries(given), updatedAt: nowIso() };
  try {
    const item = await writeOne(
      update(BookingItem, { userId, id }, { set, if: all(present("status"), differing) }),
    );
    return decode(BookingItem, item);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.itemOf(BookingItem);
  }
}
