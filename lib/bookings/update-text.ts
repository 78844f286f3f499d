import { nowIso } from "#lib/platform/clock.ts";
import { all, any, differs, present } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { decode } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";

/**
 * Changes the title or description of a booking; nothing if they are the same. Undefined if the booking isn't in the partition of the host.
 */
export async function updateText(
  userId: number,
  id: number,
  text: { title?: string | undefined; description?: string | null | undefined },
): Promise<StoredBooking | undefined> {
  const sent = Object.entries(text).filter(([, value]) => value !== undefined);
  const isDifferent = any(...sent.map(([name, value]) => differs(name, value)));
  const set = { ...Object.fromEntries(sent), updatedAt: nowIso() };
  try {
    const item = await writeOne(
      update(BookingItem, { userId, id }, { set, if: all(present("status"), isDifferent) }),
    );
    return decode(BookingItem, item);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.itemOf(BookingItem);
  }
}
