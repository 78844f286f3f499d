import { getFieldLabels } from "#lib/bookings/booking-questions.ts";
import { newSeat, UNSET_FIELDS } from "#lib/bookings/draft.ts";
import type { Claim, StoredBooking } from "#lib/bookings/entity.ts";
import { deriveKey, newUid } from "#lib/bookings/identifiers.ts";
import type { MeetingTrigger } from "#lib/bookings/meeting.ts";
import { bookerIdOf } from "#lib/bookings/personal-data.ts";
import { claimFor, LONGEST_MINUTES } from "#lib/bookings/rules.ts";
import { type BookingSeat, PaymentSummary } from "#lib/bookings/schema.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { claimedMinutes } from "#lib/calendar/claims/claims.ts";
import { seatedTimeName } from "#lib/calendar/claims/seats.ts";
import type { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { DEFAULT_LOCATION, locationOf } from "#lib/calendar/event-types/location.ts";
import { EventTypeSummary } from "#lib/calendar/event-types/summary.ts";
import type { User } from "#lib/identity/users/schema.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type BookingLine, externalIdOf, type NumberedBookingLine } from "./booking-line.ts";

/** The objects that a line refers to. */
interface References {
  host: User;
  eventType: Stored<typeof EventTypeItem>;
  /** Host name of the service, for calendar ids that the line does not have. */
  apiHost: string;
}

/**
 * Creates the stored booking of a line.
 *
 * @throws {Failure} `booking_too_long` when it would claim more than 36 hours
 */
export function bookingOfLine(
  line: NumberedBookingLine,
  { host, eventType, apiHost }: References,
): StoredBooking {
  const { type: _, ...fields } = line;
  const [first] = line.attendees;
  const payment = line.payment.map((each) =>
    PaymentSummary.parse({ ...each, uid: each.uid ?? newUid(), externalId: externalIdOf(each) }),
  );
  const responses: StoredBooking["responses"] = {
    ...(Object.keys(line.responses).length > 0 || !first
      ? line.responses
      : { name: first.name, email: first.email }),
    location: locationOf(line.responses["location"]) ?? eventType.locations[0] ?? DEFAULT_LOCATION,
  };
  const derived = deriveKey({ ...line, email: String(responses["email"]) });
  const createdAt = line.createdAt ?? nowIso();
  return {
    ...structuredClone(UNSET_FIELDS),
    ...fields,
    bookerId: bookerIdOf({ responses, attendees: line.attendees }) ?? null,
    user: UserSummary.parse(host),
    userPrimaryEmail: line.userPrimaryEmail ?? host.email,
    eventType: EventTypeSummary.parse(eventType),
    responses,
    keyChosenBy: line.idempotencyKey === null || line.idempotencyKey === derived ? null : line.userId,
    attendees: line.attendees.toSorted((one, other) => one.id - other.id),
    payment,
    paid: line.paid ?? payment.some(({ success, refunded }) => success && !refunded),
    createdAt,
    updatedAt: line.updatedAt ?? createdAt,
    iCalUID: line.iCalUID ?? `${line.uid}@${apiHost}`,
    seatsReferences: seatsOf(line, eventType),
    fieldLabels: getFieldLabels(eventType),
    nextMeetingTrigger: nextTriggerOf(line),
    eventSequence: 0,
    claim: claimOf(line, eventType),
  };
}

/** Whether a booking has ended by now. */
const isOver = ({ endTime }: Pick<BookingLine, "endTime">): boolean => Date.parse(endTime) <= now();

/**
 * The time that a booking claims with the current buffers of its event type. A past booking that was not cancelled claims none, because it
 * may overlap others. A cancelled one has the claim that it gets if it is accepted again, unless that is too long.
 */
function claimOf(line: NumberedBookingLine, eventType: References["eventType"]): Claim | null {
  const { id, seatsPerTimeSlot, beforeEventBuffer: before, afterEventBuffer: after } = eventType;
  if (holdsTime(line.status)) return isOver(line) ? null : claimFor(eventType, line);
  const slot = seatsPerTimeSlot === null ? null : seatedTimeName(id, line);
  const minutes = claimedMinutes({ ...line, before, after });
  return minutes.to - minutes.from > LONGEST_MINUTES ? null : { ...minutes, slot };
}

function nextTriggerOf(line: NumberedBookingLine): MeetingTrigger | null {
  if (isOver(line)) return null;
  return Date.parse(line.startTime) > now() ? "MEETING_STARTED" : "MEETING_ENDED";
}

/** The seats in the line, and new ones for the other attendees if the event type has seats. */
function seatsOf(
  { id: bookingId, attendees, seatsReferences }: NumberedBookingLine,
  { seatsPerTimeSlot }: References["eventType"],
): BookingSeat[] {
  return attendees.flatMap(({ id: attendeeId }) => {
    const seat = seatsReferences.find((each) => each.attendeeId === attendeeId);
    if (seat) return [{ bookingId, attendeeId, referenceUid: seat.referenceUid, id: seat.id ?? attendeeId }];
    return seatsPerTimeSlot === null ? [] : [newSeat(attendeeId, bookingId)];
  });
}
