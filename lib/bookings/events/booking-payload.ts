import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { AttendeeSummary } from "#lib/bookings/schema.ts";
import { DEFAULT_LOCATION, locationOf, phoneNumberOf } from "#lib/calendar/event-types/location.ts";
import type { UserSummary } from "#lib/identity/users/summary.ts";
import { utcOffsetMinutes } from "#lib/platform/utc-offset.ts";
import type { FormerParticipant } from "#lib/storage/outbox/entity.ts";
import type { EventTrigger } from "#lib/storage/outbox/triggers.ts";

/** Creates the payload of a booking's event, of any trigger. Instants are ISO, UTC. */
export function bookingPayload(trigger: EventTrigger, booking: StoredBooking, extras: PayloadExtras) {
  const references = visibleReferences(booking);
  const video = references.find(({ meetingUrl }) => meetingUrl !== null);
  const { notes, customInputs } = booking.responses;
  return {
    uid: booking.uid,
    bookingId: booking.id,
    iCalUID: booking.iCalUID,
    iCalSequence: booking.iCalSequence,
    sequence: booking.eventSequence,
    title: booking.title,
    description: booking.description,
    additionalNotes: typeof notes === "string" ? notes : null,
    status: booking.status,
    startTime: booking.startTime,
    endTime: booking.endTime,
    ...eventTypeFields(booking),
    organizer: hostFields(booking.user, booking.startTime),
    attendees: booking.attendees.map((attendee) => attendeeFields(attendee, booking.startTime)),
    ...labelResponses(booking),
    customInputs: typeof customInputs === "object" ? customInputs : null,
    location: video?.meetingUrl ?? locationText(booking),
    metadata: { ...booking.metadata, ...(video && { videoCallUrl: video.meetingUrl }) },
    references,
    videoCallData: video
      ? { type: video.type, id: video.meetingId, password: video.meetingPassword, url: video.meetingUrl }
      : null,
    destinationCalendar: booking.destinationCalendar,
    team: teamFields(booking),
    changed: extras.changed ?? null,
    ...triggerFields(trigger, booking, extras),
  };
}

/** Returns the references that are not deleted; of a cancelled booking all, because it deleted them. */
const visibleReferences = ({ references, status }: StoredBooking) =>
  references.filter(({ deleted }) => status === "CANCELLED" || !deleted);

function eventTypeFields({ eventType }: StoredBooking) {
  return {
    type: eventType.slug,
    eventTitle: eventType.title,
    eventDescription: eventType.description,
    eventTypeId: eventType.id,
    length: eventType.length,
    price: eventType.price,
    currency: eventType.currency,
    requiresConfirmation: eventType.requiresConfirmation,
    seatsPerTimeSlot: eventType.seatsPerTimeSlot,
  };
}

function hostFields(user: UserSummary, startTime: string) {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    username: user.username,
    timeZone: user.timeZone,
    language: { locale: user.locale },
    timeFormat: user.timeFormat,
    utcOffset: utcOffsetMinutes(user.timeZone, startTime),
  };
}

function attendeeFields(attendee: AttendeeSummary, startTime: string) {
  const [firstName = "", ...rest] = attendee.name.trim().split(/\s+/);
  return {
    id: attendee.id,
    email: attendee.email,
    name: attendee.name,
    firstName,
    lastName: rest.join(" "),
    timeZone: attendee.timeZone,
    phoneNumber: attendee.phoneNumber,
    language: { locale: attendee.locale },
    utcOffset: utcOffsetMinutes(attendee.timeZone, startTime),
    noShow: attendee.noShow,
  };
}

/** Returns the attendee's phone number or address if the kind of location has one, else the kind. An erasure removes the location. */
function locationText({ responses }: StoredBooking): string {
  const { value, optionValue } = locationOf(responses.location) ?? DEFAULT_LOCATION;
  return optionValue || value;
}

/** Returns the event type's team; its members are the hosts of the booking. */
const teamFields = (booking: StoredBooking) => {
  const { teamId, teamName } = booking.eventType;
  const { user, otherHosts = [], startTime } = booking;
  const members = [user, ...otherHosts].map((host) => hostFields(host, startTime));
  return teamId === null ? null : { id: teamId, name: teamName, members };
};

/** Data of an event beside the booking. */
export interface PayloadExtras {
  /** The original of a reschedule, or the booking before its time changed. */
  rescheduledFrom?: StoredBooking;
  rescheduledBy?: string | undefined;
  payment?: StoredBooking["payment"][number];
  /** The attendee who was added or removed. */
  attendee?: AttendeeSummary | undefined;
  /** The people who left the booking. They are not part of the payload. */
  left?: readonly FormerParticipant[] | undefined;
  changed?: Record<string, { from: unknown; to: unknown }>;
}

/** Returns the fields that only events with this trigger have. */
function triggerFields(trigger: EventTrigger, booking: StoredBooking, extras: PayloadExtras) {
  switch (trigger) {
    case "BOOKING_RESCHEDULED":
      return rescheduleFields(extras);
    case "BOOKING_CANCELLED":
      return { cancellationReason: booking.cancellationReason, cancelledBy: booking.cancelledBy };
    case "BOOKING_REJECTED":
      return { rejectionReason: booking.rejectionReason };
    case "BOOKING_PAYMENT_INITIATED":
    case "BOOKING_PAID":
      return { paymentId: extras.payment?.id ?? null, paymentData: extras.payment ?? null };
    case "BOOKING_ATTENDEE_ADDED":
    case "BOOKING_ATTENDEE_REMOVED":
      return { attendee: extras.attendee ? attendeeFields(extras.attendee, booking.startTime) : null };
    case "BOOKING_NO_SHOW_UPDATED":
      return { message: "No-show updated.", bookingUid: booking.uid };
    default:
      return {};
  }
}

const rescheduleFields = ({ rescheduledFrom: from, rescheduledBy }: PayloadExtras) => ({
  rescheduleId: from?.id ?? null,
  rescheduleUid: from?.uid ?? null,
  rescheduleStartTime: from?.startTime ?? null,
  rescheduleEndTime: from?.endTime ?? null,
  rescheduledBy: rescheduledBy ?? null,
});

/** An answer of the booking form in a payload. */
interface LabelledResponse {
  label: string;
  value: unknown;
  isHidden: boolean;
}

/** Labels of the questions that every booking form has. */
const KNOWN_LABELS = new Map([
  ["name", "Your name"],
  ["email", "Email address"],
  ["location", "Location"],
  ["phone", "Phone number"],
  ["notes", "Additional notes"],
  ["guests", "Additional guests"],
  ["smsReminderNumber", "Phone number for reminders"],
  ["rescheduleReason", "Reason for rescheduling"],
]);

/**
 * Adds labels to all answers of a booking, and lists those to questions that not every booking form has. The booker's phone number is always
 * in `phone`.
 */
function labelResponses({ responses, fieldLabels }: StoredBooking): {
  responses: Record<string, LabelledResponse>;
  userFieldsResponses: Record<string, LabelledResponse>;
} {
  const declared = new Map(Object.entries(fieldLabels));
  const phone = phoneNumberOf(responses);
  const answers = { ...(phone !== null && { phone }), ...responses };
  const all = Object.entries(answers).map(([slug, value]): [string, LabelledResponse] => {
    const { label = KNOWN_LABELS.get(slug) ?? slug, isHidden = false } = declared.get(slug) ?? {};
    return [slug, { label, value, isHidden }];
  });
  const own = all.filter(([slug]) => declared.has(slug) || !KNOWN_LABELS.has(slug));
  return {
    responses: Object.fromEntries(all),
    userFieldsResponses: Object.fromEntries(own),
  };
}
