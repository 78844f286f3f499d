import { randomUUID } from "node:crypto";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { phoneNumberOf } from "#lib/calendar/event-types/location.ts";
import { EventTypeSummary } from "#lib/calendar/event-types/summary.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { getFieldLabels, parseAnswers } from "./booking-questions.ts";
import type { BookingCreate } from "./create-schema.ts";
import type { StoredBooking } from "./entity.ts";
import { deriveKey, newBookingUid } from "./identifiers.ts";
import { newReminders } from "./reminders.ts";
import { allowedTimes, claimFor } from "./rules.ts";
import type { AttendeeSummary, BookingSeat } from "./schema.ts";

/** A new booking whose attendees do not have ids yet. */
export type Draft = Omit<StoredBooking, "bookerId" | "attendees" | "seatsReferences"> & {
  attendees: Omit<AttendeeSummary, "id">[];
};

/** Fields of a new booking that the request does not set. */
export const UNSET_FIELDS = {
  references: [],
  paid: false,
  payment: [],
  destinationCalendar: null,
  destinationCalendarId: null,
  cancellationReason: null,
  rejectionReason: null,
  cancelledBy: null,
  dynamicEventSlugRef: null,
  dynamicGroupSlugRef: null,
  rescheduled: false,
  fromReschedule: null,
  workflowReminders: [],
  isRecorded: false,
  iCalSequence: 0,
  instantMeetingToken: null,
  rating: null,
  ratingFeedback: null,
  noShowHost: false,
  scheduledTriggers: [],
  eventSequence: 1,
  nextMeetingTrigger: "MEETING_STARTED",
  keyChosenBy: null,
  version: 1,
} satisfies Partial<Draft>;

/**
 * Creates the draft of a requested booking, checked against the event type's rules. Its status is PENDING if the host must confirm it or it
 * must be paid, else ACCEPTED.
 */
export function draftBooking(
  {
    eventType,
    host,
    others = [],
  }: Pick<Bookable, "eventType"> & {
    host: UserSummary;
    others?: readonly UserSummary[];
  },
  input: BookingCreate,
  { id, apiHost }: { id: number; apiHost: string },
): Draft {
  const times = allowedTimes(eventType, input.start, input.end);
  const { responses, metadata } = input;
  const uid = newBookingUid(id);
  const createdAt = nowIso();
  const identity = { eventTypeId: eventType.id, ...times, email: responses.email };
  return {
    ...structuredClone(UNSET_FIELDS),
    ...times,
    id,
    uid,
    idempotencyKey: input.idempotencyKey ?? deriveKey(identity),
    user: UserSummary.parse(host),
    userId: host.id,
    userPrimaryEmail: host.email,
    ...(eventType.schedulingType !== null && { otherHosts: others.map((other) => UserSummary.parse(other)) }),
    eventType: EventTypeSummary.parse(eventType),
    eventTypeId: eventType.id,
    title: input.title ?? `${eventType.title} between ${host.name} and ${responses.name}`,
    description: input.description ?? null,
    responses: parseAnswers(eventType, responses),
    attendees: draftAttendees(input, [host, ...others]),
    createdAt,
    updatedAt: createdAt,
    status: eventType.requiresConfirmation || eventType.price > 0 ? "PENDING" : "ACCEPTED",
    recurringEventId: input.recurringEventId ?? null,
    smsReminderNumber: responses.smsReminderNumber ?? null,
    metadata,
    iCalUID: `${uid}@${apiHost}`,
    claim: claimFor(eventType, times),
    fieldLabels: getFieldLabels(eventType),
    ...mailFields(eventType, times, input),
  };
}

/** The fields of a new booking about its mails. */
function mailFields(
  eventType: Bookable["eventType"],
  { startTime }: { startTime: string },
  input: Pick<BookingCreate, "sendEmails">,
): Pick<StoredBooking, "sendEmails" | "eventTypeSendEmails" | "nextReminders"> {
  if (input.sendEmails === false) return { sendEmails: false };
  const { sendEmails: eventTypeSendEmails } = eventType;
  const nextReminders = newReminders(eventType, { startTime });
  return {
    ...(eventTypeSendEmails !== false && { eventTypeSendEmails }),
    ...(nextReminders && { nextReminders }),
  };
}

/** Drafts the attendees of a new booking: the booker, and each guest once who is not a host. */
export function draftAttendees(
  input: BookingCreate,
  hosts: readonly { email: string; timeZone: string }[],
): Draft["attendees"] {
  const { name, email, guests = [] } = input.responses;
  const shared = {
    timeZone: input.timeZone ?? hosts[0]?.timeZone ?? "UTC",
    locale: input.language,
    noShow: false,
  };
  const included = new Set([...hosts.map((host) => host.email.toLowerCase()), email.toLowerCase()]);
  const invited = guests.filter((guest) => {
    const isNew = !included.has(guest.toLowerCase());
    included.add(guest.toLowerCase());
    return isNew;
  });
  return [
    { ...shared, email, name, phoneNumber: phoneNumberOf(input.responses) },
    ...invited.map((guest) => ({ ...shared, email: guest, name: guest, phoneNumber: null })),
  ];
}

/** Assigns an id to each attendee of a draft, and a seat if the event type has seats. */
export function assignAttendeeIds(draft: Draft, attendeeIds: readonly number[]): StoredBooking {
  const attendees = draft.attendees.map((attendee, index) => ({ ...attendee, id: attendeeIds[index] ?? 0 }));
  const seats =
    draft.eventType.seatsPerTimeSlot === null
      ? []
      : attendees.map((attendee) => newSeat(attendee.id, draft.id));
  return { ...draft, bookerId: attendees[0]?.id ?? null, attendees, seatsReferences: seats };
}

/** Creates a seat for an attendee. */
export const newSeat = (attendeeId: number, bookingId: number): BookingSeat => ({
  id: attendeeId,
  bookingId,
  attendeeId,
  referenceUid: randomUUID(),
});
