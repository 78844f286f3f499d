import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { MailCalendar, renderCalendarMail } from "#lib/mail/content/calendar-mail.ts";
import { languageOf, type MailLanguage } from "#lib/mail/content/sentences.ts";
import { composeMessage, type MailMessage } from "#lib/mail/message.ts";
import type { PlannedMail } from "#lib/mail/planned-mails.ts";
import type { Sender } from "#lib/mail/sender.ts";
import type { EventItem } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import type { Email } from "./entity.ts";

type StoredEvent = Stored<typeof EventItem>;

/** Returns the mail about a disconnected calendar, to its owner. None if the owner's account was closed. */
export async function plannedCalendarMails({ userId }: StoredEvent): Promise<PlannedMail[]> {
  const [host] = await findItems([itemRequest(UserItem, { id: userId })]);
  if (!host || host.isLocked) return [];
  const { name, email, timeZone, locale, timeFormat } = host;
  return [
    {
      kind: "calendar_disconnected",
      recipient: { role: "host", name, email, timeZone, locale, timeFormat },
    },
  ];
}

/** Whether the calendar can be read again, or was removed. */
export async function reasonToSkipCalendarEmail({
  userId,
  payload,
}: StoredEvent): Promise<"superseded" | undefined> {
  const { calendarId: id } = MailCalendar.parse(JSON.parse(payload));
  const [calendar] = await findItems([itemRequest(CalendarItem, { userId, id })]);
  return calendar?.isDisconnected ? undefined : "superseded";
}

/** How these mails are sent. */
interface CalendarMailService {
  sender: Sender;
  languages?: readonly MailLanguage[] | undefined;
  /** The page on which the calendar can be connected again. */
  accountUrl: () => string;
}

/** Composes the message of a mail about a disconnected calendar. */
export function calendarMessageOf(
  { eventId, resends, queuedAt, recipient }: Email,
  { payload }: StoredEvent,
  { sender, languages, accountUrl }: CalendarMailService,
): Promise<MailMessage> {
  const { locale } = languageOf(recipient.locale, languages);
  const rendered = renderCalendarMail(MailCalendar.parse(JSON.parse(payload)), { locale, url: accountUrl() });
  return composeMessage({ ...rendered, recipient, eventId, resends, date: Date.parse(queuedAt) }, sender);
}
