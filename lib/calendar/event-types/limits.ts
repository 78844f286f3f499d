import { PERIOD_KINDS, type PeriodKind } from "#lib/calendar/availability/calendar-periods.ts";
import type { EventType } from "./schema.ts";

type Limited = Pick<EventType, "bookingLimits" | "durationLimits">;

/** The limits of an event type for one kind of period: bookings, and their minutes. */
export interface Limit {
  kind: PeriodKind;
  bookings: number | undefined;
  minutes: number | undefined;
}

/** The limits of an event type; none for most. */
export const limitsOf = ({ bookingLimits, durationLimits }: Limited): Limit[] =>
  bookingLimits === null && durationLimits === null
    ? []
    : PERIOD_KINDS.map((kind) => ({
        kind,
        bookings: bookingLimits?.[kind],
        minutes: durationLimits?.[kind],
      })).filter(({ bookings, minutes }) => bookings !== undefined || minutes !== undefined);

/** The kinds of periods for which an event type has a limit. */
export const limitedKinds = (eventType: Limited): PeriodKind[] => limitsOf(eventType).map(({ kind }) => kind);
