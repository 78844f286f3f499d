import { claimedMinutes, type Hold } from "#lib/bookings/claims.ts";
import { LONGEST_MINUTES } from "#lib/bookings/rules.ts";
import { slotName } from "#lib/bookings/slots.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { EventType } from "#lib/event-types/model.ts";
import { now } from "#lib/platform/clock.ts";
import type { BookingLine } from "./booking-line.ts";

/** Whether a booking has ended by now. */
export const isOver = ({ endTime }: Pick<BookingLine, "endTime">): boolean => Date.parse(endTime) <= now();

/** The slot a booking shares, if its event type has seats. */
export const slotOfLine = (line: BookingLine, { id, seatsPerTimeSlot }: EventType): string | null =>
  seatsPerTimeSlot === null ? null : slotName(id, line);

/** The minutes a booking takes with the buffers of today; none when they are more than a booking may span. */
export function minutesOfLine(
  line: BookingLine,
  { beforeEventBuffer: before, afterEventBuffer: after }: EventType,
): Omit<Hold, "owner"> | undefined {
  const minutes = claimedMinutes({ ...line, before, after });
  return minutes.to - minutes.from > LONGEST_MINUTES ? undefined : minutes;
}

/** The minutes a booking will hold; none when it holds no time, or is so long that it will be refused. */
export function holdOfLine(line: BookingLine, eventType: EventType | undefined): Hold | undefined {
  if (!eventType || !holdsTime(line.status) || isOver(line)) return undefined;
  const minutes = minutesOfLine(line, eventType);
  return minutes && { ...minutes, owner: slotOfLine(line, eventType) ?? line.id };
}
