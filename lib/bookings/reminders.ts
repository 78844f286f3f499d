import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { sendEmailsOf } from "#lib/calendar/event-types/send-emails.ts";
import { now } from "#lib/platform/clock.ts";
import type { StoredBooking } from "./entity.ts";
import { reminderTime } from "./reminder-time.ts";
import type { WorkflowReminder } from "./schema.ts";
import { holdsTime } from "./status.ts";

type Reminded = Pick<StoredBooking, "startTime" | "nextReminders">;

/** Returns the reminders of a booking that has a new time. None if no mails are sent. */
export function newReminders(
  eventType: Pick<EventType, "sendEmails" | "reminders">,
  booking: Pick<StoredBooking, "startTime" | "sendEmails">,
): number[] | undefined {
  const { attendees, hosts } = sendEmailsOf(eventType);
  const isMailed = (attendees || hosts) && booking.sendEmails !== false;
  return isMailed ? remindersToCome(eventType.reminders, booking) : undefined;
}

/** Returns the reminders of a booking after a change. If it gets another time, or is accepted only now, those are omitted whose time has passed. */
export const nextRemindersAfter = (
  before: Reminded & Pick<StoredBooking, "status">,
  after: Reminded & Pick<StoredBooking, "status">,
): number[] | undefined =>
  after.startTime === before.startTime && after.status === before.status
    ? after.nextReminders
    : remindersToCome(after.nextReminders ?? [], after);

function remindersToCome(reminders: readonly number[], { startTime }: Reminded): number[] | undefined {
  const coming = reminders.filter((minutes) => Date.parse(reminderTime(startTime, minutes)) > now());
  return coming.length > 0 ? coming.toSorted((one, other) => other - one) : undefined;
}

/** Returns the reminders to come as the API shows them. They are scheduled when the booking is accepted. */
export const workflowRemindersOf = ({
  status,
  startTime,
  nextReminders = [],
}: Reminded & Pick<StoredBooking, "status">): WorkflowReminder[] =>
  (holdsTime(status) ? nextReminders : []).map((minutes) => ({
    id: minutes,
    method: "EMAIL",
    scheduledDate: reminderTime(startTime, minutes),
    scheduled: status === "ACCEPTED",
    referenceId: null,
  }));
