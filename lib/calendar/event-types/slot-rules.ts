import type { Period, SlotRules } from "#lib/calendar/availability/calendar.ts";
import type { Bookable } from "./get-bookable.ts";
import type { EventType } from "./schema.ts";

/** The rules for the slots of an event type, for one of its lengths. */
export const slotRulesOf = (
  { eventType, owner, hours }: Pick<Bookable, "eventType" | "owner" | "hours">,
  length = eventType.length,
): SlotRules => ({
  timeZone: hours?.timeZone ?? owner.timeZone,
  length,
  step: eventType.slotInterval,
  offsetStart: eventType.offsetStart,
  notice: eventType.minimumBookingNotice,
  before: eventType.beforeEventBuffer,
  after: eventType.afterEventBuffer,
  period: periodOf(eventType),
});

function periodOf(eventType: EventType): Period {
  const { periodType, periodDays, periodCountCalendarDays, periodStartDate, periodEndDate } = eventType;
  if (periodType === "ROLLING" && periodDays !== null)
    return { type: "ROLLING", days: periodDays, countWeekends: periodCountCalendarDays };
  if (periodType === "RANGE" && periodStartDate !== null && periodEndDate !== null)
    return { type: "RANGE", start: periodStartDate, end: periodEndDate };
  return { type: "UNLIMITED" };
}
