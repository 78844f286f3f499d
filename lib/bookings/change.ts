import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/http/precondition.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { type Operation, replace } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { nextMeetingTriggerAfter } from "./meeting.ts";
import { getChangeableBooking } from "./visibility.ts";

/** A booking by its id, as the caller takes it to be. */
export type BookingTarget = { id: number } & IfMatch;

/** The changed booking, and what else is written in the same transaction. */
export interface Change {
  after: StoredBooking;
  writes: readonly Operation[];
}

type Decision = Change | undefined;
type Decide = (booking: StoredBooking, refused: ConditionFailed | undefined) => Decision | Promise<Decision>;

/**
 * Changes a booking as `decide` says, in two round trips. When another write came first, it is decided again on the
 * state that write left. `decide` answers undefined when there is nothing to change.
 */
export async function changeBooking(
  caller: Caller,
  target: BookingTarget,
  decide: Decide,
): Promise<StoredBooking> {
  return retryFailedCondition(async (refused) => {
    const before = refused?.itemOf(BookingItem) ?? (await getChangeableBooking(caller, target.id));
    requireMatch(target, before);
    const change = await decide(before, refused);
    if (!change) return before;
    const after = {
      ...change.after,
      nextMeetingTrigger: nextMeetingTriggerAfter(before, change.after),
      version: before.version + 1,
    };
    return commitResult(after, [replace(BookingItem, before, after), ...change.writes]);
  });
}
