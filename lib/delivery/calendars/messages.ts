import * as z from "zod";
import { sendAllMessages } from "#lib/platform/queue.ts";
import { type EventItem, hostIdsIn } from "#lib/storage/outbox/entity.ts";
import { type EventTrigger, REMINDER } from "#lib/storage/outbox/triggers.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import type { CalendarEvent } from "./entity.ts";

/** A message of the `calendarWrites` queue: a booking of a host has changed. `attempt` is set in retries: the failed attempts before. */
export const CalendarWriteMessage = z.object({
  userId: z.int(),
  bookingId: z.int(),
  attempt: z.int().min(1).optional(),
});
export type CalendarWriteMessage = z.output<typeof CalendarWriteMessage>;

/** The timer of the next attempt to write a booking to a calendar. */
export const CalendarWriteTimer = z.object({
  timer: z.literal("calendar-write"),
  message: CalendarWriteMessage,
});
export type CalendarWriteTimer = z.output<typeof CalendarWriteTimer>;

/** Creates the timer of an event's next attempt; none if none is due. */
export const calendarWriteTimers = ({
  userId,
  bookingId,
  attempt,
  wakesAt,
}: CalendarEvent): TimerSetting<CalendarWriteTimer>[] =>
  wakesAt === undefined
    ? []
    : [
        {
          timer: { timer: "calendar-write", message: { userId, bookingId, attempt } },
          group: String(userId),
          at: wakesAt,
        },
      ];

/** Sends messages. Those of a host are processed one after the other, so a slow server delays only its own host. */
export const sendCalendarWrites = (messages: readonly CalendarWriteMessage[]): Promise<void> =>
  sendAllMessages(
    "calendarWrites",
    messages.map((body) => ({ body, group: String(body.userId) })),
  );

/** Triggers of events after which a calendar shows nothing new. */
const INVISIBLE: ReadonlySet<EventTrigger> = new Set([
  REMINDER,
  "BOOKING_NO_SHOW_UPDATED",
  "BOOKING_PAYMENT_INITIATED",
  "MEETING_STARTED",
  "MEETING_ENDED",
  "CALENDAR_DISCONNECTED",
  "CALENDAR_RECONNECTED",
]);

/**
 * The hosts in whose calendars an event of a booking is visible. The second event of a reschedule is for hosts that the replacing booking
 * does not have; the others keep the calendar's event, with the new time.
 */
export function hostIdsToWrite(event: Stored<typeof EventItem>): number[] {
  if (INVISIBLE.has(event.trigger)) return [];
  const keeping = event.firstScope ? hostIdsIn(event.firstScope) : [];
  return hostIdsIn(event).filter((userId) => !keeping.includes(userId));
}
