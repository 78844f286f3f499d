import type { Period, SlotRules } from "#lib/availability/model.ts";
import type { Offer } from "./at-hand.ts";
import type { EventType } from "./model.ts";

/** The rules by which an event type can be booked, for one of its lengths. */
export const slotRulesOf = (
  { eventType, host }: Pick<Offer, "eventType" | "host">,
  length = eventType.length,
): SlotRules => ({
  hours: null,
  timeZone: host.timeZone,
  length,
  step: null,
  offsetStart: 0,
  notice: eventType.minimumBookingNotice,
  before: eventType.beforeEventBuffer,
  after: eventType.afterEventBuffer,
  period: periodOf(eventType),
});

function periodOf({ periodType, periodDays }: EventType): Period {
  return periodType === "ROLLING" && periodDays !== null
    ? { type: "ROLLING", days: periodDays, countWeekends: true }
    : { type: "UNLIMITED" };
}
