import { invalidField } from "#lib/failures.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { ScheduleLocator } from "./entity.ts";

/** The owner and the schedule of an event type. */
interface ScheduleUse {
  userId: number;
  scheduleId: number | null;
}

/**
 * The writes that update `eventTypeCount` when an event type is created (no `before`), deleted (no `after`) or changes its schedule. They
 * fail with 400 if the user does not have the schedule.
 */
export const scheduleUseWrites = (
  before: ScheduleUse | undefined,
  after: ScheduleUse | undefined,
): Operation[] =>
  before?.scheduleId === after?.scheduleId ? [] : [...countUse(before, -1), ...countUse(after, 1)];

function countUse(use: ScheduleUse | undefined, by: 1 | -1): Operation[] {
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
