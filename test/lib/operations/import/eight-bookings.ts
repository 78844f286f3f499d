import type { Caller } from "#lib/caller.ts";
import {
  attendeeLine,
  bookingLine,
  eventTypeLine,
  userLine,
} from "#test/support/command-line/export-lines.ts";

const HOUR = 3_600_000;
/** The time of `ahead(0)`. */
export const AHEAD = Date.UTC(2060, 0, 1);
const AGO = Date.UTC(2020, 0, 1);
/** The id of the host of all bookings. */
export const HOST = 1_234_567;
/** The id of their event type, except for those with seats. */
export const TYPE = 3_456_789;
const SEATED = TYPE + 1;
/** The id of the first booking; the others follow it. */
export const FIRST = 2_000_000;
/** The host, as a caller. */
export const host: Caller = { userId: HOST, role: "USER", scopes: "all", credentialId: "key" };
const plain = { userId: HOST, eventTypeId: TYPE };

/** The start of an hour in the future. */
export const ahead = (at: number): number => AHEAD + at * HOUR;
/** A time as an ISO string. */
export const iso = (time: number): string => new Date(time).toISOString();

/** A past booking. */
export const over = bookingLine({ ...plain, id: FIRST, start: AGO });
const overToo = bookingLine({ ...plain, id: FIRST + 1, start: AGO + HOUR / 4 });
const cancelled = bookingLine({ ...plain, id: FIRST + 2, start: ahead(0) }, { status: "CANCELLED" });
/** A future booking with all fields. */
export const accepted = bookingLine(
  { ...plain, id: FIRST + 3, start: ahead(0) },
  {
    updatedAt: "2019-07-01T00:00:00Z",
    iCalUID: "calendar-id@elsewhere.example.com",
    idempotencyKey: "kept",
    rescheduled: true,
    fromReschedule: "uid-before",
    recurringEventId: "series-1",
    responses: { name: "Guest", email: "guest@example.com", notes: "Bring tea" },
    references: [{ id: 700_001, type: "video", uid: "room", meetingUrl: "https://video.example.com/1" }],
    payment: [
      {
        id: 800_001,
        uid: "pay",
        amount: 5_000,
        currency: "usd",
        success: true,
        externalId: "ch_1",
        data: { a: 1 },
      },
    ],
  },
);
const pending = bookingLine({ ...plain, id: FIRST + 4, start: ahead(1) }, { status: "PENDING" });
const seated = [5, 6].map((at) =>
  bookingLine(
    { userId: HOST, eventTypeId: SEATED, id: FIRST + at, start: ahead(10) },
    { attendees: [attendeeLine(FIRST + at), attendeeLine(FIRST + at + 100)] },
  ),
);
const crowd = bookingLine(
  { ...plain, id: FIRST + 7, start: ahead(20) },
  { attendees: Array.from({ length: 300 }, (_, at) => attendeeLine(600_000 + at)) },
);
/** The lines of the host, the event types and eight bookings. */
export const lines = [
  userLine(HOST),
  eventTypeLine(TYPE, HOST, { beforeEventBuffer: 10 }),
  eventTypeLine(SEATED, HOST, { seatsPerTimeSlot: 4 }),
  ...[over, overToo, cancelled, accepted, pending, ...seated, crowd],
];
/** The ids of the bookings. */
export const IDS = Array.from({ length: 8 }, (_, at) => FIRST + at);
