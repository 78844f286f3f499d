import { claimedMinutes, type Hold } from "#lib/bookings/claims.ts";
import { LONGEST_MINUTES } from "#lib/bookings/rules.ts";
import { slotName } from "#lib/bookings/slots.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { EventType } from "#lib/event-types/model.ts";
import { now } from "#lib/platform/clock.ts";
import type { BookingLine } from "./booking-line.ts";

/** Whether a booking has ended by now. */
export const isOver = ({ endTime }: Pick<BookingLine, "endTime">): boolean => Date.parse(endTime) <= now();

/** The minutes a booking will hold; none when it holds no time, or is so long that it will be refused. */
export function holdOfLine(line: BookingLine, eventType: EventType | undefined): Hold | undefined {
  if (!eventType || !holdsTime(line.status) || isOver(line)) return undefined;
  const { id, beforeEventBuffer: before, afterEventBuffer: after, seatsPerTimeSlot } = eventType;
  const minutes = claimedMinutes({ ...line, before, after });
  if (minutes.to - minutes.from > LONGEST_MINUTES) return undefined;
  return { ...minutes, owner: seatsPerTimeSlot === null ? line.id : slotName(id, line) };
}
