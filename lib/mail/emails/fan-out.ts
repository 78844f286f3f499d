import * as z from "zod";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { destinationAmong } from "#lib/calendar/event-types/destination.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { sendEmailsOf } from "#lib/calendar/event-types/send-emails.ts";
import { CalendarItem, DestinationMark } from "#lib/calendar/external/entity.ts";
import { isSamePerson, MailBooking, Recipient } from "#lib/mail/booking.ts";
import { isMailed, type MailContext, type PlannedMail, plannedMails } from "#lib/mail/planned-mails.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { EventItem, type EventMessage, eventFields } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, findItemsOfEach, itemRequest } from "#lib/storage/table/read.ts";
import { plannedCalendarMails } from "./calendar-emails.ts";
import { createEmails, isInvited } from "./create.ts";
import { type Email, personOf } from "./entity.ts";
import { isMailOn, sendEmailMessages } from "./messages.ts";
import { listPreviousEmails } from "./previous-emails.ts";

/**
 * Creates one mail per event and recipient, and sends one message for its first attempt. If this is repeated, it creates no second mail; the
 * messages are ignored because their attempts are recorded. Does nothing if mail is off.
 */
export async function fanOutEmails(messages: readonly EventMessage[]): Promise<void> {
  if (!isMailOn()) return;
  const events = Map.groupBy(await readEvents(messages), ({ event }) => event.bookingId);
  await sendEmailMessages((await Promise.all([...events.values()].map(createEmailsInOrder))).flat());
}

/** A booking as it was at an event. */
type BookingOfEvent = MailBooking &
  Pick<StoredBooking, "fromReschedule" | "createdAt" | "eventTypeSendEmails">;

/** An event about which mails may be sent. Without a booking it is about a calendar. */
interface MailedEvent {
  event: Stored<typeof EventItem>;
  booking?: BookingOfEvent;
}

/** Reads the events about which mails may be sent. The second event of a reschedule has the payload of the first one. */
async function readEvents(messages: readonly EventMessage[]): Promise<MailedEvent[]> {
  const [events, bookings] = await findItemsOfEach([
    messages.map((message) => itemRequest(EventItem, message)),
    messages.map(({ userId, bookingId: id }) => itemRequest(BookingItem, { userId, id })),
  ]);
  return events.flatMap((event, at) => {
    if (event?.trigger === "CALENDAR_DISCONNECTED") return [{ event }];
    const stored = bookings[at];
    if (!event || !isMailed(event.trigger) || event.firstScope || !stored || stored.sendEmails === false)
      return [];
    const { fromReschedule, createdAt, eventTypeSendEmails } = stored;
    const payload = MailBooking.parse(JSON.parse(event.payload));
    return [{ event, booking: { ...payload, fromReschedule, createdAt, eventTypeSendEmails } }];
  });
}

/** The mails of an event depend on those of the events of the booking before it. */
async function createEmailsInOrder(events: readonly MailedEvent[]): Promise<Email[]> {
  const emails: Email[] = [];
  const inOrder = events.toSorted((one, other) => one.event.sequence - other.event.sequence);
  for (const event of inOrder) emails.push(...(await createEmailsOf(event)));
  return emails;
}

async function createEmailsOf({ event, booking }: MailedEvent): Promise<Email[]> {
  const planned = await (booking ? plannedBookingMails(event, booking) : plannedCalendarMails(event));
  const emails = await createEmails(event, booking?.iCalSequence ?? event.sequence, planned);
  const { length } = emails;
  if (length > 0) {
    const counts = { mails: length, ...metrics({ "mail.queued": length }) };
    log("info", "mails queued", { ...eventFields(event), ...counts });
  }
  return emails;
}

async function plannedBookingMails(
  event: MailedEvent["event"],
  booking: BookingOfEvent,
): Promise<PlannedMail[]> {
  const [eventType] = await findItems([
    event.eventTypeId === null ? undefined : itemRequest(EventTypeItem, { id: event.eventTypeId }),
  ]);
  const setting = eventType?.sendEmails ?? booking.eventTypeSendEmails;
  const sendEmails = sendEmailsOf({ sendEmails: setting ?? true });
  if (!sendEmails.attendees && !sendEmails.hosts) return [];
  const [{ emails: previous, isIncomplete }, hasDestination] = await Promise.all([
    listPreviousEmails(event, booking),
    readDestinations(event, booking, eventType),
  ]);
  // A cancellation without an invitation changes no calendar, but an event of a cancelled booking would stay.
  const otherwise = isIncomplete && mayBeAccepted(event, booking);
  const planned = plannedMails(event.trigger, booking, {
    sendEmails,
    // An invitation from before is in a calendar, so it is changed and cancelled.
    hasDestination: (person) => hasDestination(person) && !isInvited(previous, person),
    left: (event.left ?? [])
      .filter((person) => !person.wasEnded || isInvited(previous, person))
      .map((person) => Recipient.parse(person)),
    isInvited: (person) => isInvited(previous, person, otherwise),
    ...(event.trigger === "BOOKING_ATTENDEE_ADDED" && booking.attendee && { added: booking.attendee }),
  });
  // A booking of an earlier version whose event type was deleted: people who got a mail before get the others, too.
  return setting === undefined ? planned.filter((mail) => isKnown(previous, mail)) : planned;
}

/** Whether a booking, or the one that it replaces, was accepted before an event. Cancellations and reschedules don't say that. */
function mayBeAccepted({ trigger }: MailedEvent["event"], { status, changed }: MailBooking): boolean {
  if (changed === null && (trigger === "BOOKING_CANCELLED" || trigger === "BOOKING_RESCHEDULED")) return true;
  const { from } = StatusChange.safeParse(changed?.["status"]).data ?? { from: status };
  return from === "ACCEPTED";
}

const StatusChange = z.object({ from: z.string() });

const isKnown = (previous: readonly Email[], { recipient }: PlannedMail): boolean =>
  previous.some(({ person }) => person === personOf(recipient));

/** Reads which hosts of a booking, and hosts who left it, have a calendar that it is written to. */
async function readDestinations(
  { left = [] }: MailedEvent["event"],
  { organizer, team }: MailBooking,
  eventType: Stored<typeof EventTypeItem> | undefined,
): Promise<MailContext["hasDestination"]> {
  const former = left.flatMap(({ userId: id, email }) => (id === undefined ? [] : [{ id, email }]));
  const hosts = [organizer, ...(team?.members ?? []), ...former];
  const marks = await findItems(hosts.map(({ id: userId }) => itemRequest(DestinationMark, { userId })));
  const marked = hosts.filter((_, at) => marks[at]);
  const calendars = await Promise.all(marked.map(({ id: userId }) => queryAll(CalendarItem, { userId })));
  const written = marked.filter((_, at) => destinationAmong(calendars[at] ?? [], eventType));
  return (host) => written.some((other) => isSamePerson(other, host));
}
