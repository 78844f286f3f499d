import { randomUUID } from "node:crypto";
import { slotName } from "#lib/claims/seats.ts";
import type { Bookable } from "#lib/event-types/get-bookable.ts";
import { EventTypeSummary } from "#lib/event-types/summary.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { UserSummary } from "#lib/users/summary.ts";
import { attendeesOf } from "./attendees-of.ts";
import { fieldLabels, parseAnswers } from "./booking-form.ts";
import type { BookingCreate } from "./create-schema.ts";
import type { StoredBooking } from "./entity.ts";
import { derivedKey, newBookingUid } from "./identifiers.ts";
import { allowedTimes, claimFor } from "./rules.ts";
import type { AttendeeSummary, BookingSeat } from "./schema.ts";

/** A booking ready to be stored but for the ids of its attendees. */
export type Draft = Omit<StoredBooking, "bookerId" | "attendees" | "seatsReferences"> & {
  attendees: Omit<AttendeeSummary, "id">[];
};

/** The fields of a new booking that are not set. */
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
 * The booking a request asks for, checked against the event type's rules. PENDING while the host must confirm or
 * somebody must pay, else ACCEPTED.
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
  const at = nowIso();
  const identity = { eventTypeId: eventType.id, ...times, email: responses.email };
  const slot = eventType.seatsPerTimeSlot === null ? null : slotName(eventType.id, times);
  return {
    ...structuredClone(UNSET_FIELDS),
    ...times,
    id,
    uid,
    idempotencyKey: input.idempotencyKey ?? derivedKey(identity),
    user: UserSummary.parse(host),
    userId: host.id,
    userPrimaryEmail: host.email,
    ...(eventType.schedulingType !== null && { otherHosts: others.map((other) => UserSummary.parse(other)) }),
    eventType: EventTypeSummary.parse(eventType),
    eventTypeId: eventType.id,
    title: input.title ?? `${eventType.title} between ${host.name} and ${responses.name}`,
    description: input.description ?? null,
    responses: parseAnswers(eventType, responses),
    attendees: attendeesOf(input, [host, ...others]),
    createdAt: at,
    updatedAt: at,
    status: eventType.requiresConfirmation || eventType.price > 0 ? "PENDING" : "ACCEPTED",
    recurringEventId: input.recurringEventId ?? null,
    smsReminderNumber: responses.smsReminderNumber ?? null,
    metadata,
    iCalUID: `${uid}@${apiHost}`,
    claim: { ...claimFor(eventType, times), slot },
    fieldLabels: fieldLabels(eventType),
  };
}

/** The draft with an id for each attendee, and a seat for each where the event type has seats. */
export function assignAttendeeIds(draft: Draft, attendeeIds: readonly number[]): StoredBooking {
  const attendees = draft.attendees.map((attendee, at) => ({ ...attendee, id: attendeeIds[at] ?? 0 }));
  const seats =
    draft.eventType.seatsPerTimeSlot === null
      ? []
      : attendees.map((attendee) => newSeat(attendee.id, draft.id));
  return { ...draft, bookerId: attendees[0]?.id ?? null, attendees, seatsReferences: seats };
}

/** A new seat of an attendee. */
export const newSeat = (attendeeId: number, bookingId: number): BookingSeat => ({
  id: attendeeId,
  bookingId,
  attendeeId,
  referenceUid: randomUUID(),
});
