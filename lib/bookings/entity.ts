import * as z from "zod";
import { BOOKING_KEY } from "#lib/limits/booking-key.ts";
import { DUE_INDEX } from "#lib/table/due.ts";
import { entity, Version } from "#lib/table/entity.ts";
import { duePartition } from "#lib/timers/due.ts";
import { UserSummary } from "#lib/users/summary.ts";
import { MeetingTrigger, nextMeeting } from "./meeting.ts";
import { BOOKING_DATA } from "./personal-data.ts";
import { AttendeeSummary, Booking, PaymentSummary, ReferenceSummary } from "./schema.ts";

/**
 * The host's time a booking holds: whole minutes `[from, to)` since 1970, buffers included as they were then.
 * `slot` is the shared slot of a seated event, null when the booking holds its time alone.
 */
export const Claim = z.object({ from: z.int(), to: z.int(), slot: z.string().nullable() });
export type Claim = z.output<typeof Claim>;

/**
 * A booking with what only the service needs, and without what follows from it (`renderBooking`). `eventSequence` numbers its
 * events; `nextMeetingTrigger` is what is to be told next of its meeting while it is accepted, null once all is told; `fieldLabels`
 * names its own questions. `otherHosts` are the hosts beside `user`, in whose partition it lies; only of an event type with several.
 * `countedIn` has the names of the counters that count it while it holds time, if its event type has limits
 * (`lib/limits`). `keyChosenBy` is the id of the user who sent its idempotency key, null when the key was derived. `bookerId` is the attendee who made the booking; null in bookings
 * stored without it, see `bookerIdOf`.
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
  fieldLabels: z.record(z.string(), z.object({ label: z.string(), isHidden: z.boolean() })),
});
export type StoredBooking = z.output<typeof StoredBooking>;

/**
 * A booking is in its host's partition, so that reading it there is the proof that it is the caller's. While its meeting is
 * to begin or to end it is in the index of what is due, whatever wrote it (ADR 0025).
 */
export const BookingItem = entity({
  name: "booking",
  key: BOOKING_KEY,
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
    "eventSequence",
    "nextMeetingTrigger",
    "countedIn",
  ],
  form: 3,
  versioned: true,
  schema: StoredBooking,
  derive: (booking) => {
    const next = nextMeeting(booking);
    const due = next && { due: duePartition("meetings", booking.id), wakesAt: next.at };
    return { seatsPerTimeSlot: booking.eventType.seatsPerTimeSlot, ...due };
  },
  audit: { resource: "booking", id: "{id}" },
  personal: BOOKING_DATA,
  accountClosing: "ended",
  notPersonal: ["eventType.teamName", "destinationCalendarId"],
});

/** A booking in the partition of one of its other hosts: where it lies. With the same sort key, so that a host's list is in order. */
export const BookingPointer = entity({
  name: "booking-pointer",
  key: BookingItem.key,
  schema: z.object({ userId: z.int(), id: z.int(), createdAt: z.string(), hostId: z.int() }),
  accountClosing: "attached",
});

/** Where a booking lies, for those who may see the bookings of others. */
export const BookingLocator = entity({
  name: "booking-locator",
  key: { pk: "BI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int() }),
  accountClosing: "retained",
});

/**
 * The ids of consecutive bookings of a host, of which `ordinal` come before. Only written once nothing can come between
 * them any more, so it is never changed (ADR 0010).
 */
export const BookmarkItem = entity({
  name: "bookmark",
  key: { pk: "H#{userId}", sk: "BM#{ordinal:10}" },
  schema: z.object({ userId: z.int(), ordinal: z.int(), ids: z.array(z.int()) }),
  accountClosing: "retained",
});

/** Days for which an assignment counts for the next choice of a host. */
export const ASSIGNMENT_DAYS = 30;

/**
 * That a booking of a round-robin event type was given to a host. One row per booking, written in its transaction and never changed, so
 * that concurrent bookings don't conflict (ADR 0044).
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

/** The bookings of one host that share a `recurringEventId`. */
export const SeriesItem = entity({
  name: "series-member",
  key: { pk: "RS#{userId}#{recurringEventId}", sk: "{id:10}" },
  schema: z.object({ userId: z.int(), recurringEventId: z.string(), id: z.int() }),
  accountClosing: "retained",
});
