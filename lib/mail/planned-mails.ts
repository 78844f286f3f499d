import type { EventTrigger } from "#lib/storage/outbox/triggers.ts";
import { guestsOf, hostsOf, isSamePerson, type MailBooking, type Recipient } from "./booking.ts";
import type { InvitationMethod } from "./content/invitation.ts";
import type { EmailKind } from "./content/sentences.ts";

/** Events about which people may get mails. */
const MAILED: ReadonlySet<EventTrigger> = new Set([
  "BOOKING_REQUESTED",
  "BOOKING_CREATED",
  "BOOKING_RESCHEDULED",
  "BOOKING_CANCELLED",
  "BOOKING_REJECTED",
  "BOOKING_ATTENDEE_ADDED",
  "BOOKING_ATTENDEE_REMOVED",
  "BOOKING_REMINDER",
]);
export const isMailed = (trigger: EventTrigger): boolean => MAILED.has(trigger);

/** One mail to one person. Without a method it has no invitation. */
export interface PlannedMail {
  kind: EmailKind;
  recipient: Recipient;
  method?: InvitationMethod;
}

/** What an event's payload does not contain. */
export interface MailContext {
  /** Whether guests and hosts of this event type get mails. */
  sendEmails: { attendees: boolean; hosts: boolean };
  /** Whether an invitation was sent to this person that no cancellation has followed. */
  isInvited: (person: Recipient) => boolean;
  /**
   * Whether this person is a host into whose calendar the service writes the event, and has no invitation from before. An invitation would be a
   * second event.
   */
  hasDestination: (person: Recipient) => boolean;
  /** People of the booking before the event who are no longer in it. */
  left?: readonly Recipient[];
  /** The guest who was added, or was removed and is in `left`. */
  added?: Pick<Recipient, "email">;
}

/**
 * Returns the mails of an event, at most one for each person. A host with a destination calendar gets no invitation, also as a guest, and no
 * mail that would only change one.
 */
export function plannedMails(
  trigger: EventTrigger,
  booking: MailBooking,
  context: MailContext,
): PlannedMail[] {
  const { sendEmails, hasDestination } = context;
  const mails = [...mailsToParticipants(trigger, booking, context), ...mailsToLeft(context)].filter(
    ({ recipient }) => getsMails(recipient, sendEmails) && hasMailbox(recipient),
  );
  return mails.flatMap((mail, at) => {
    const { recipient, kind } = mail;
    if (mails.findIndex((other) => isSamePerson(other.recipient, recipient)) < at) return [];
    if (!hasDestination(recipient)) return [mail];
    return kind === "updated" ? [] : [{ kind, recipient }];
  });
}

/** Whether a recipient gets mails about bookings of an event type with this setting. */
export const getsMails = ({ role }: Recipient, { attendees, hosts }: MailContext["sendEmails"]): boolean =>
  role === "host" ? hosts : attendees;

/** Whether mail to a recipient can arrive. People who were erased have addresses in `.invalid`, where no domain exists (RFC 6761). */
const hasMailbox = ({ email }: Recipient): boolean => !email.endsWith(".invalid");

function mailsToParticipants(
  trigger: EventTrigger,
  booking: MailBooking,
  context: MailContext,
): PlannedMail[] {
  const [guests, hosts] = [guestsOf(booking), hostsOf(booking)];
  const all = [...guests, ...hosts];
  const isAccepted = booking.status === "ACCEPTED";
  switch (trigger) {
    case "BOOKING_REQUESTED":
      return mailsOfRequest(booking, context);
    case "BOOKING_CREATED":
      return all.map((person) => inviting("confirmed", person));
    case "BOOKING_RESCHEDULED":
      return mailsOfMove(all, booking, context);
    case "BOOKING_CANCELLED":
      return all.map((person) => withdrawing("cancelled", person, context));
    case "BOOKING_REJECTED":
      return [...guests, ...hosts.filter(context.isInvited)].map((person) =>
        withdrawing("rejected", person, context),
      );
    case "BOOKING_ATTENDEE_ADDED":
    case "BOOKING_ATTENDEE_REMOVED":
      return mailsOfNewList(all, booking, context);
    case "BOOKING_REMINDER":
      return isAccepted ? all.map((recipient) => ({ kind: "reminder", recipient })) : [];
    default:
      return [];
  }
}

/** A mail whose invitation adds or changes the event in the person's calendar. */
const inviting = (kind: EmailKind, recipient: Recipient): PlannedMail => ({
  kind,
  recipient,
  method: "REQUEST",
});

/** A mail that removes the event from the person's calendar, if it is there. */
const withdrawing = (kind: EmailKind, recipient: Recipient, { isInvited }: MailContext): PlannedMail => ({
  kind,
  recipient,
  ...(isInvited(recipient) && { method: "CANCEL" }),
});

/** If the same change sets a status, the event of the status has the mails. */
function mailsOfMove(
  people: readonly Recipient[],
  booking: MailBooking,
  context: MailContext,
): PlannedMail[] {
  if (booking.changed?.["status"] !== undefined) return [];
  if (booking.status === "ACCEPTED") return people.map((person) => inviting("rescheduled", person));
  return booking.status === "PENDING" ? mailsOfRequest(booking, context) : [];
}

/** The hosts come first: one who is also a guest gets the mail with the links to decide. */
const mailsOfRequest = (booking: MailBooking, context: MailContext): PlannedMail[] =>
  [...hostsOf(booking), ...guestsOf(booking)].map((person) => withdrawing("requested", person, context));

/**
 * The added guest is confirmed, and everybody with the list gets the new one. With seats, guests don't see each other.
 */
function mailsOfNewList(
  people: readonly Recipient[],
  booking: MailBooking,
  context: MailContext,
): PlannedMail[] {
  const { added, isInvited } = context;
  const isNew = (person: Recipient) =>
    person.role === "guest" && added !== undefined && isSamePerson(person, added);
  if (booking.status === "PENDING")
    return people
      .filter((person) => isNew(person) || isInvited(person))
      .map((person) => withdrawing("requested", person, context));
  if (booking.status !== "ACCEPTED") return [];
  return people.flatMap((person) => {
    if (isNew(person)) return [inviting("confirmed", person)];
    const hasList = person.role === "host" || booking.seatsPerTimeSlot === null;
    return hasList ? [inviting("updated", person)] : [];
  });
}

const mailsToLeft = (context: MailContext): PlannedMail[] =>
  (context.left ?? []).map((person) => withdrawing("cancelled", person, context));
