import { invalidField } from "#lib/failures.ts";
import { present } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { ScheduleItem } from "./entity.ts";

/** The schedule that an event type of a user names. */
interface Use {
  userId: number;
  scheduleId: number | null;
}

/**
 * The writes by which schedules count an event type that changes the schedule it names, is created (no `before`) or deleted (no
 * `after`). Refused with 400 if the user has no such schedule.
 */
export const scheduleUseChanges = (before: Use | undefined, after: Use | undefined): Operation[] =>
  before?.scheduleId === after?.scheduleId ? [] : [...countUse(before, -1), ...countUse(after, 1)];

function countUse(use: Use | undefined, by: 1 | -1): Operation[] {
  if (use === undefined || use.scheduleId === null) return [];
  const key = { userId: use.userId, id: use.scheduleId };
  const refusal = by === 1 ? { refusal: invalidField("#/scheduleId", "The host has no such schedule.") } : {};
  return [update(ScheduleItem, key, { add: { eventTypeCount: by }, if: present("pk"), ...refusal })];
}
