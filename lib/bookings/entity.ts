import * as z from "zod";
import { SendEmails } from "#lib/calendar/event-types/fields.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { locatorKey } from "#lib/storage/lists/kind.ts";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity, Version } from "#lib/storage/table/entity.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import { MeetingTrigger, nextMeeting } from "./meeting.ts";
import { BOOKING_DATA } from "./personal-data.ts";
import { AttendeeSummary, Booking, PaymentSummary, ReferenceSummary } from "./schema.ts";

/**
 * The host's minutes that a booking claims: `[from, to)` since 1970, with the buffers of the event type at the time of booking.
 * `slot` is the name of the slot if the event type has seats; null if the booking doesn't share its time.
 */
export const Claim = z.object({ from: z.int(), to: z.int(), slot: z.string().nullable() });
export type Claim = z.output<typeof Claim>;

/**
 * A booking as it is stored: with internal fields, and without the fields that `renderBooking` derives.
 *
 * - `eventSequence`: the number of its latest event.
 * - `nextMeetingTrigger`: the next event of its meeting while it is accepted; null after the last one.
 * - `sendEmails`: false if no mails about it are sent; missing otherwise.
 * - `eventTypeSendEmails`: `sendEmails` of its event type when it was made, which applies after the event type was deleted. Missing if that was
 *   false, and in older bookings.
 * - `nextReminders`: the reminders to come, in minutes before its start, the earliest first; missing if there are none.
 * - `fieldLabels`: labels of the event type's own questions.
 * - `otherHosts`: the hosts beside `user`, if the event type has several. The booking is in the partition of `user`.
 * - `countedIn`: names of the counters that count it while it holds time, if its event type has limits (`limits/`).
 * - `keyChosenBy`: id of the user who sent its idempotency key; null if the key was derived.
 * - `bookerId`: id of the attendee who made the booking; null in older bookings, see `bookerIdOf`.
 */
export const StoredBooking = Booking.extend({
  version: Version,
  eventSequence: z.int(),
  nextMeetingTrigger: MeetingTrigger.nullable().default(null),
  attendees: z.array(AttendeeSummary),
  references: z.array(ReferenceSummary),
  payment: z.array(PaymentSummary),
  otherHosts: z.array(UserSummary).optional(),
  claim: Claim.nullable(),
  keyChosenBy: z.int().nullable().default(null),
  bookerId: z.int().nullable().default(null),
  countedIn: z.array(z.string()).optional(),
  cancelledBy: z.string().nullable(),
  sendEmails: z.literal(false).optional(),
  eventTypeSendEmails: SendEmails.optional(),
  nextReminders: z.array(z.int()).optional(),
  fieldLabels: z.record(z.string(), z.object({ label: z.string(), isHidden: z.boolean() })),
});
export type StoredBooking = z.output<typeof StoredBooking>;

/**
 * A booking is in the partition of its host: if it is found in the caller's partition, the caller may access it. Until its meeting has ended
 * it is in the due index (ADR 0025).
 */
export const BookingItem = entity({
  name: "booking",
  key: { pk: "H#{userId}", sk: "B#{id:10}" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{id:10}" } },
  keyed: { attendees: "email", references: "id", seatsReferences: "id" },
  attributes: [
    "id",
    "uid",
    "userId",
    "eventTypeId",
    "startTime",
    "endTime",
    "createdAt",
    "updatedAt",
    "status",
    "title",
    "description",
    "countedIn",
  ],
  format: 7,
  versioned: true,
  schema: StoredBooking,
  derive: (booking) => {
    const next = nextMeeting(booking);
    const due = next && { due: duePartition("meetings", booking.id), wakesAt: next.at };
    const { seatsPerTimeSlot } = booking.eventType;
    return { ...due, ...(seatsPerTimeSlot !== null && { seatsPerTimeSlot }) };
  },
  audit: { resource: "booking", id: "{id}" },
  personal: BOOKING_DATA,
  accountClosing: "ended",
  notPersonal: ["eventType.teamName", "destinationCalendarId"],
});

/** Names the partition of a booking, in the partition of another of its hosts. It has the same sort key, so a host's list is in order. */
export const BookingPointer = entity({
  name: "booking-pointer",
  key: BookingItem.key,
  schema: z.object({ userId: z.int(), id: z.int(), createdAt: z.string(), hostId: z.int() }),
  accountClosing: "attached",
});

/** Names the partition of a booking by its id, for callers that can access the bookings of others. */
export const BookingLocator = entity({
  name: "booking-locator",
  key: locatorKey("B"),
  schema: z.object({ id: z.int(), userId: z.int() }),
  accountClosing: "retained",
});

/**
 * The ids of consecutive bookings of a host, after `ordinal` others. It is only written when no booking can be added between them, and
 * never changes (ADR 0010).
 */
export const BookmarkItem = entity({
  name: "bookmark",
  key: { pk: "H#{userId}", sk: "BM#{ordinal:10}" },
  schema: z.object({ userId: z.int(), ordinal: z.int(), ids: z.array(z.int()) }),
  accountClosing: "retained",
});

/** Days for which an assignment counts when the next host is chosen. */
export const ASSIGNMENT_DAYS = 30;

/**
 * Records that a booking of a round-robin event type was assigned to a host. One row per booking, written in its transaction and never
 * changed, so that concurrent bookings don't conflict (ADR 0044).
 */
export const AssignmentItem = entity({
  name: "assignment",
  key: { pk: "E#{eventTypeId}", sk: "AS#{createdAt}#{bookingId:10}" },
  schema: z.object({
    eventTypeId: z.int(),
    userId: z.int(),
    bookingId: z.int(),
    createdAt: z.string(),
    ttl: z.int(),
  }),
  accountClosing: "retained",
});

/** The bookings of one host that share a `recurringEventId`. `series` is its digest, because clients choose it and may put names into it. */
export const SeriesItem = entity({
  name: "series-member",
  key: { pk: "RS#{userId}#{series}", sk: "{id:10}" },
  schema: z.object({ userId: z.int(), series: z.string(), id: z.int() }),
  accountClosing: "retained",
});

interface HostedBooking {
  /** The host in whose partition the booking is. */
  userId: number;
  otherHosts?: readonly { id: number }[] | undefined;
}

/** Returns the ids of all hosts of a booking; the first one is the host in whose partition it is. */
export const hostIdsOf = ({ userId, otherHosts = [] }: HostedBooking): number[] => [
  userId,
  ...otherHosts.map(({ id }) => id),
];
