import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/http/precondition.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { type Operation, replace } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { nextMeetingTriggerAfter } from "./meeting.ts";
import type { BookingIdOrUid } from "./schema.ts";
import { getChangeableBooking } from "./visibility.ts";

/** The id or uid of a booking, and the version that the caller expects. */
export type BookingTarget = { id: BookingIdOrUid } & IfMatch;

/** A changed booking, and the other operations of its transaction. */
export interface Change {
  after: StoredBooking;
  writes: readonly Operation[];
}

type Decision = Change | undefined;
type Decide = (
  booking: StoredBooking,
  conditionFailed: ConditionFailed | undefined,
) => Decision | Promise<Decision>;

/**
 * Changes a booking to what `decide` returns; undefined changes nothing. If another write came first, `decide` is called again with the
 * booking as that write left it.
 */
export async function changeBooking(
  caller: Caller,
  target: BookingTarget,
  decide: Decide,
): Promise<StoredBooking> {
  return retryFailedCondition(async (conditionFailed) => {
    const before = conditionFailed?.itemOf(BookingItem) ?? (await getChangeableBooking(caller, target.id));
    requireMatch(target, before);
    const change = await decide(before, conditionFailed);
    if (!change) return before;
    const after = {
      ...change.after,
      nextMeetingTrigger: nextMeetingTriggerAfter(before, change.after),
      version: before.version + 1,
    };
    return commitResult(after, [replace(BookingItem, before, after), ...change.writes]);
  });
}
