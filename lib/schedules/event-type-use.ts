import { invalidField } from "#lib/failures.ts";
import { equals } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { ScheduleLocator } from "./entity.ts";

/** The user and the schedule of an event type. */
interface Use {
  userId: number;
  scheduleId: number | null;
}

/**
 * Updates `eventTypeCount` when an event type is created (no `before`), deleted (no `after`) or changes its schedule. Fails with 400 if
 * the user has no such schedule.
 */
export const scheduleUseChanges = (before: Use | undefined, after: Use | undefined): Operation[] =>
  before?.scheduleId === after?.scheduleId ? [] : [...countUse(before, -1), ...countUse(after, 1)];

function countUse(use: Use | undefined, by: 1 | -1): Operation[] {
  if (use === undefined || use.scheduleId === null) return [];
  const { userId, scheduleId: id } = use;
  const failure = by === 1 ? { failure: invalidField("#/scheduleId", "The host has no such schedule.") } : {};
  return [
    update(
      ScheduleLocator,
      { id },
      { add: { eventTypeCount: by }, if: equals("userId", userId), ...failure },
    ),
  ];
}
