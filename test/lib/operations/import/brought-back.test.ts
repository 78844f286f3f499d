import { beforeAll, describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { AttendeeItem } from "#lib/bookings/attendees/entity.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { getEventType } from "#lib/calendar/event-types/get.ts";
import type { Caller } from "#lib/caller.ts";
import { replace, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { addAttendee, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book } from "#test/support/builders/builders.ts";
import { claimedMinutes } from "#test/support/builders/calendar.ts";
import {
  attendeeLine,
  bookingLine,
  eventTypeLine,
  userLine,
} from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
const HOST = 1_234_567;
const PLAIN = 3_456_789;
const SEATED = PLAIN + 1;
const AHEAD = Date.UTC(2060, 0, 1);
const AGO = Date.UTC(2020, 0, 1);
const DAY = 86_400_000;
const host: Caller = { userId: HOST, role: "USER", scopes: "all", credentialId: "key" };
const iso = (time: number): string => new Date(time).toISOString();

const plain = (id: number, start: number, more: object) =>
  bookingLine({ userId: HOST, eventTypeId: PLAIN, id, start }, { ...more });
const seated = (id: number) =>
  bookingLine(
    { userId: HOST, eventTypeId: SEATED, id, start: AGO },
    { attendees: [attendeeLine(id * 10), attendeeLine(id * 10 + 1)] },
  );
const [LONG, TOO_LONG, OVER, OVERLAPPING, OVER_SEATED, OLD_SEATED] = [
  10_001, 10_002, 10_003, 10_004, 10_005, 10_006,
];

beforeAll(async () => {
  const buffers = { beforeEventBuffer: 60, afterEventBuffer: 60 };
  const { rejectedLines } = await importLines([
    userLine(HOST),
    eventTypeLine(PLAIN, HOST, buffers),
    eventTypeLine(SEATED, HOST, { seatsPerTimeSlot: 3 }),
    plain(LONG, AHEAD, { status: "CANCELLED", endTime: iso(AHEAD + 1.5 * DAY) }),
    plain(TOO_LONG, AHEAD, { status: "CANCELLED", endTime: iso(AHEAD + 2 * DAY) }),
    plain(OVER, AGO, {}),
    plain(OVERLAPPING, AGO, {}),
    seated(OVER_SEATED),
    seated(OLD_SEATED),
  ]);
  expect(rejectedLines).toEqual([]);
});

const change = (id: number, body: object) => updateBooking(host, { id }, BookingUpdate.parse(body));
const taken = { code: "no_available_users_found_error" };
const now = (id: number): Promise<StoredBooking> => getStoredBooking({ userId: HOST, id });

describe("an imported booking without a claim", () => {
  it("claims its time when it is accepted again, without buffers if it is too long for them", async () => {
    const { claim } = await change(LONG, { status: "ACCEPTED" });
    expect(claim).toEqual({ from: AHEAD / 60_000, to: (AHEAD + 1.5 * DAY) / 60_000, slot: null });
    const eventType = await getEventType(host, PLAIN);
    await expect(book(host, eventType, { start: iso(AHEAD + DAY) })).rejects.toMatchObject(taken);
    await cancelBooking(host, { id: LONG }, {});
    expect(await claimedMinutes(host)).toBe(0);
  });

  it("can't be accepted again if it is too long for a booking", async () => {
    await expect(change(TOO_LONG, { status: "ACCEPTED" })).rejects.toMatchObject({
      code: "booking_too_long",
    });
    expect(await change(TOO_LONG, { status: "REJECTED" })).toMatchObject({ status: "REJECTED", claim: null });
  });

  it("can be accepted again in the past only if its time is free, like any other", async () => {
    for (const id of [OVER, OVERLAPPING]) await cancelBooking(host, { id }, {});
    await change(OVER, { status: "ACCEPTED" });
    await expect(change(OVERLAPPING, { status: "ACCEPTED" })).rejects.toMatchObject(taken);
    await cancelBooking(host, { id: OVER }, {});
    await change(OVERLAPPING, { status: "ACCEPTED" });
    await cancelBooking(host, { id: OVERLAPPING }, {});
    expect(await claimedMinutes(host)).toBe(0);
  });
});

describe("an imported past booking with seats", () => {
  const ahead = { start: "2060-02-01T09:00:00Z", end: "2060-02-01T09:30:00Z" };
  const joinAndLeave = async (id: number): Promise<void> => {
    await addAttendee(host, { id });
    await expect(addAttendee(host, { id })).rejects.toMatchObject({ code: "booking_seats_full" });
    const { attendees } = await now(id);
    for (const attendee of attendees.slice(1)) await deleteAttendee(host, attendee);
    await cancelBooking(host, { id }, {});
    expect(await claimedMinutes(host)).toBe(0);
    await expectConsistentCalendar(HOST);
  };

  it("has seats, takes and frees them once it is moved ahead, and is cancelled", async () => {
    const { attendees, seatsReferences } = await now(OVER_SEATED);
    expect(seatsReferences.map(({ attendeeId }) => attendeeId)).toEqual(attendees.map(({ id }) => id));
    await change(OVER_SEATED, ahead);
    await joinAndLeave(OVER_SEATED);
  });

  async function storeWithoutSeat(key: { userId: number; id: number }): Promise<void> {
    const attendee = await findItem(AttendeeItem, key);
    if (attendee) await writeOne(replace(AttendeeItem, attendee, { ...attendee, bookingSeat: null }));
  }

  it("is cancelled though its attendees came without seats", async () => {
    const { attendees, userId, id } = await now(OLD_SEATED);
    await writeOne(update(BookingItem, { userId, id }, { set: { seatsReferences: [] } }));
    for (const attendee of attendees) await storeWithoutSeat({ userId, id: attendee.id });
    await change(OLD_SEATED, ahead);
    await joinAndLeave(OLD_SEATED);
  });
});
