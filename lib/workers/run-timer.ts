import * as z from "zod";
import { MeetingTimer } from "#lib/bookings/meeting-timer.ts";
import { runMeetingTimer } from "#lib/bookings/run-meeting-timer.ts";
import { BookmarkTimer, runBookmarkTimer } from "#lib/bookings/write-bookmarks.ts";
import { projectBusyTimes } from "#lib/calendar/external/project-busy-times.ts";
import { ProjectionTimer } from "#lib/calendar/external/projection-timer.ts";
import { CheckTimer, sendChecks } from "#lib/calendar/external/send-checks.ts";
import { CalendarWriteTimer, sendCalendarWrites } from "#lib/delivery/calendars/messages.ts";
import { probeWebhook } from "#lib/delivery/circuit-breaker/probe.ts";
import { releaseDeliveries } from "#lib/delivery/circuit-breaker/release.ts";
import { sendDeliveries } from "#lib/delivery/deliveries/lanes.ts";
import { WebhookTimer } from "#lib/delivery/deliveries/messages.ts";
import { recoverDeliveries } from "#lib/delivery/deliveries/recover.ts";
import { EmailTimer, sendEmailMessages } from "#lib/mail/emails/messages.ts";
import { log } from "#lib/platform/log.ts";
import { continueSweep, SweepTimer } from "./sweep.ts";

/** A message of the `timers` queue. */
export const Timer = z.discriminatedUnion("timer", [
  WebhookTimer,
  MeetingTimer,
  SweepTimer,
  BookmarkTimer,
  ProjectionTimer,
  CalendarWriteTimer,
  CheckTimer,
  EmailTimer,
]);
export type Timer = z.output<typeof Timer>;

/** Runs a timer that is due. It is safe to run a timer twice, or after the thing it was set for has changed. */
export async function runTimer(timer: Timer): Promise<void> {
  logTimer(timer);
  switch (timer.timer) {
    case "attempt":
      return sendDeliveries([timer.message]);
    case "probe":
      return probeWebhook(timer);
    case "release":
      return releaseDeliveries(timer);
    case "recovery":
      return recoverDeliveries(timer);
    case "meeting":
      return runMeetingTimer(timer);
    case "sweep":
      return continueSweep(timer);
    case "bookmarks":
      return runBookmarkTimer(timer);
    case "projection":
      return projectBusyTimes(timer.userId);
    case "calendar-write":
      return sendCalendarWrites([timer.message]);
    case "check":
      return sendChecks([timer]);
    case "mail":
      return sendEmailMessages([timer.message]);
    default:
      return timer satisfies never;
  }
}

const logTimer = (timer: Timer): void => log("info", "timer", { timer: timer.timer, ...fieldsOf(timer) });

function fieldsOf(timer: Timer) {
  switch (timer.timer) {
    case "attempt": {
      const { webhookId, id: deliveryId, causedBy } = timer.message;
      return { webhookId, deliveryId, causedBy };
    }
    case "probe":
    case "release":
    case "recovery":
      return { webhookId: timer.webhookId };
    case "meeting":
      return { bookingId: timer.bookingId, trigger: timer.trigger };
    case "sweep":
      return { kind: timer.kind, shard: timer.shard };
    case "bookmarks":
    case "projection":
      return { userId: timer.userId };
    case "calendar-write":
    case "mail":
      return { userId: timer.message.userId, bookingId: timer.message.bookingId };
    case "check":
      return { userId: timer.userId, calendarId: timer.calendarId };
    default:
      return timer satisfies never;
  }
}
