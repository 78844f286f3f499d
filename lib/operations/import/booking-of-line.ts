import { fieldLabels } from "#lib/bookings/answers.ts";
import { seatOf } from "#lib/bookings/draft.ts";
import type { Claim, StoredBooking } from "#lib/bookings/entity.ts";
import { derivedKey, newUid } from "#lib/bookings/identifiers.ts";
import type { MeetingTrigger } from "#lib/bookings/meeting.ts";
import { type BookingSeat, PaymentSummary } from "#lib/bookings/model.ts";
import { claimFor } from "#lib/bookings/rules.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { EventTypeItem } from "#lib/event-types/entity.ts";
import { DEFAULT_LOCATION, locationOf } from "#lib/event-types/location.ts";
import { EventTypeSummary } from "#lib/event-types/model.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type User, UserSummary } from "#lib/users/model.ts";
import { type BookingLine, externalIdOf } from "./booking-line.ts";
import { isOver, minutesOfLine, slotOfLine } from "./hold-of-line.ts";

/** What a booking's line names. */
export interface Named {
  host: User;
  eventType: Stored<typeof EventTypeItem>;
  /** Host name of the service, for calendar ids that are not said. */
  apiHost: string;
}

/** The booking a line tells of, as it is stored. What is over holds no time, and nothing is told of its meeting any more. */
export function bookingOfLine(line: BookingLine, { host, eventType, apiHost }: Named): StoredBooking {
  const { type: _, ...said } = line;
  const at = nowIso();
  const claim = claimOf(line, eventType);
  const [first] = line.attendees;
  const payment = line.payment.map((said) =>
    PaymentSummary.parse({ ...said, uid: said.uid ?? newUid(), externalId: externalIdOf(said) }),
  );
  const responses: StoredBooking["responses"] = {
    ...(Object.keys(line.responses).length > 0 || !first
      ? line.responses
      : { name: first.name, email: first.email }),
    location: locationOf(line.responses["location"]) ?? eventType.locations[0] ?? DEFAULT_LOCATION,
  };
  const derived = derivedKey({ ...line, email: String(responses["email"]) });
  return {
    ...said,
    user: UserSummary.parse(host),
    userPrimaryEmail: line.userPrimaryEmail ?? host.email,
    eventType: EventTypeSummary.parse(eventType),
    responses,
    keyChosenBy: line.idempotencyKey === null || line.idempotencyKey === derived ? null : line.userId,
    attendees: line.attendees.toSorted((one, other) => one.id - other.id),
    payment,
    paid: line.paid ?? payment.some(({ success, refunded }) => success && !refunded),
    createdAt: line.createdAt ?? at,
    updatedAt: line.updatedAt ?? line.createdAt ?? at,
    iCalUID: line.iCalUID ?? `${line.uid}@${apiHost}`,
    seatsReferences: seatsOf(line, eventType),
    destinationCalendar: null,
    destinationCalendarId: null,
    dynamicEventSlugRef: null,
    dynamicGroupSlugRef: null,
    instantMeetingToken: null,
    workflowReminders: [],
    scheduledTriggers: [],
    fieldLabels: fieldLabels(eventType),
    nextMeetingTrigger: nextOf(line),
    eventSequence: 0,
    version: 1,
    claim,
  };
}

/**
 * The time a booking holds by the buffers of today. One that is over and was never cancelled held time that may have been another's,
 * too; one that is cancelled keeps what it would hold again.
 *
 * @throws {Failure} `booking_too_long` when it would hold more than 36 hours
 */
function claimOf(line: BookingLine, eventType: Named["eventType"]): Claim | null {
  const isHeld = holdsTime(line.status);
  if (isHeld && isOver(line)) return null;
  const minutes = isHeld ? claimFor(eventType, line) : minutesOfLine(line, eventType);
  return minutes ? { ...minutes, slot: slotOfLine(line, eventType) } : null;
}

function nextOf(line: BookingLine): MeetingTrigger | null {
  if (isOver(line)) return null;
  return Date.parse(line.startTime) > now() ? "MEETING_STARTED" : "MEETING_ENDED";
}

/** The seats that are said, and new ones for all other attendees where the event type has seats, held or not. */
function seatsOf(
  { id: bookingId, attendees, seatsReferences }: BookingLine,
  { seatsPerTimeSlot }: Named["eventType"],
): BookingSeat[] {
  return attendees.flatMap(({ id: attendeeId }) => {
    const said = seatsReferences.find((seat) => seat.attendeeId === attendeeId);
    if (said) return [{ bookingId, attendeeId, referenceUid: said.referenceUid, id: said.id ?? attendeeId }];
    return seatsPerTimeSlot === null ? [] : [seatOf(attendeeId, bookingId)];
  });
}
