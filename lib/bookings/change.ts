import type { Caller } from "#lib/access/caller.ts";
import { findBooking } from "#lib/access/find-booking.ts";
import { type Operation, replace } from "#lib/table/operations.ts";
import type { Refused } from "#lib/table/refused.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";

/** What becomes of a booking, and what else is written in the same transaction. */
export interface Change {
  after: StoredBooking;
  writes: readonly Operation[];
}

type Decide = (booking: StoredBooking, refused: Refused | undefined) => Change | undefined;

/**
 * Changes a booking as `decide` says, in two round trips. When another write came first, it is decided again on the
 * state that write left. `decide` answers undefined when there is nothing to change.
 */
export async function changeBooking(caller: Caller, id: number, decide: Decide): Promise<StoredBooking> {
  return retryRefused(async (refused) => {
    const before = refused?.itemOf(BookingItem) ?? (await findBooking(caller, id));
    const change = decide(before, refused);
    if (!change) return before;
    await transact([replace(BookingItem, before, change.after), ...change.writes]);
    return { ...change.after, version: before.version + 1 };
  });
}
