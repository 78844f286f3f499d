import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { listSlots } from "#lib/bookings/list-slots.ts";
import { ReservationItem } from "#lib/bookings/reservations/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { SlotsQuery } from "#lib/calendar/slots/query.ts";
import { instantOf, minuteOf } from "#lib/platform/minutes.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost, reschedule, reserve } from "#test/support/builders/builders.ts";
import { claimedMinutes, countOutcomes, makeCalendar } from "#test/support/builders/calendar.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { beforeNextTransaction, loseNextResponse } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

useLocalTable();

const START = "2030-03-04T09:00:00.000Z";
const LATER = "2030-03-04T11:00:00.000Z";
const BUSY = { code: "no_available_users_found_error" };

/** Runs a function before the next call of the table with this uid. Concurrent reads are sent before it. */
function beforeRead(uid: string, run: () => Promise<unknown>): void {
  const end = interceptInTest(async ({ command, send }) => {
    if (!JSON.stringify(command.input).includes(uid)) return send();
    end();
    await run();
    return send();
  });
}

describe("a reservation", () => {
  it("blocks its time for callers that don't send its uid, including the one that made it", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const other = await makeHost();
    await reserve(other, eventType, { start: START });
    for (const caller of [host, other]) {
      await expect(book(caller, eventType, { start: START })).rejects.toMatchObject(BUSY);
      await expect(reserve(caller, eventType, { start: START })).rejects.toMatchObject(BUSY);
      const overlapping = { start: instantOf(minuteOf(START) + 15) };
      await expect(book(caller, eventType, overlapping)).rejects.toMatchObject(BUSY);
    }
    await expectConsistentCalendar(host.userId);
  });

  it("is booked by its uid, and then deleted", async () => {
    const { host, eventType } = await makeCalendar();
    const { uid } = await reserve(host, eventType, { start: START });
    const { id } = await book(host, eventType, { start: START, reservationUid: uid });
    expect(await findItem(ReservationItem, { uid })).toBeUndefined();
    expect(await claimedMinutes(host)).toBe(30);
    const again = book(host, eventType, { start: START, reservationUid: uid });
    await expect(again).rejects.toMatchObject({ code: "not_found" });
    await expectConsistentCalendar(host.userId);
    await cancelBooking(host, { id }, {});
    expect(await claimedMinutes(host)).toBe(0);
  });

  it("succeeds once in 20 concurrent requests for the same time", async () => {
    const { host, eventType } = await makeCalendar();
    const tries = Array.from({ length: 20 }, (_, at) =>
      reserve({ ...host, credentialId: `key-${host.userId}-${at}` }, eventType, { start: START }),
    );
    expect(await countOutcomes(tries)).toEqual({ won: 1, no_available_users_found_error: 19 });
  });

  it("is used by one of ten concurrent bookings with its uid", async () => {
    const { host, eventType } = await makeCalendar();
    const { uid } = await reserve(host, eventType, { start: START });
    const tries = Array.from({ length: 10 }, () =>
      book(host, eventType, { start: START, reservationUid: uid }),
    );
    expect(await countOutcomes(tries)).toEqual({ won: 1, not_found: 9 });
    expect(await claimedMinutes(host)).toBe(30);
    await expectConsistentCalendar(host.userId);
  });

  it("frees its time when it expires, without a cleanup job", async () => {
    const { host, eventType } = await makeCalendar();
    await reserve(host, eventType, { start: START, ttlMinutes: 10 });
    passMinutes(9);
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(BUSY);
    passMinutes(1);
    await expectConsistentCalendar(host.userId);
    await book(host, eventType, { start: START });
    await expectConsistentCalendar(host.userId);
  });

  it("that has expired can be sent with a booking if its time is free", async () => {
    const { host, eventType } = await makeCalendar();
    const [first, second] = [
      await reserve(host, eventType, { start: START }),
      await reserve(host, eventType, { start: LATER }),
    ];
    passMinutes(6);
    await book(host, eventType, { start: START, reservationUid: first.uid });
    await book(host, eventType, { start: LATER });
    const late = book(host, eventType, { start: LATER, reservationUid: second.uid });
    await expect(late).rejects.toMatchObject(BUSY);
    await expectConsistentCalendar(host.userId);
  });

  it("can be used only for its event type and its time", async () => {
    const { host, eventType } = await makeCalendar();
    const other = await makeEventType(host);
    const { uid: reservationUid } = await reserve(host, eventType, { start: START });
    const wrong = { code: "invalid_request", errors: [{ pointer: "#/reservationUid" }] };
    await expect(book(host, other, { start: START, reservationUid })).rejects.toMatchObject(wrong);
    await expect(book(host, eventType, { start: LATER, reservationUid })).rejects.toMatchObject(wrong);
    const unknown = book(host, eventType, { start: START, reservationUid: "nothing" });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
  });

  it("includes the buffers, and its booking gets exactly the reserved minutes", async () => {
    const { host, eventType } = await makeCalendar({ afterEventBuffer: 10 });
    const { uid } = await reserve(host, eventType, { start: START });
    await updateEventType(host, eventType, { afterEventBuffer: 0 });
    const after = book(host, eventType, { start: instantOf(minuteOf(START) + 30) });
    await expect(after).rejects.toMatchObject(BUSY);
    await book(host, eventType, { start: START, reservationUid: uid });
    expect(await claimedMinutes(host)).toBe(40);
    await expectConsistentCalendar(host.userId);
  });

  it("blocks bookings that are moved to its time, and stays when others in its hours are cancelled", async () => {
    const { host, eventType } = await makeCalendar();
    const [before, after] = [
      await book(host, eventType, { start: instantOf(minuteOf(START) - 30) }),
      await book(host, eventType, { start: instantOf(minuteOf(START) + 30) }),
    ];
    const { uid } = await reserve(host, eventType, { start: START });
    const moved = updateBooking(
      host,
      { id: before.id },
      { startTime: START, endTime: before.endTime.replace("09:00", "09:30") },
    );
    await expect(moved).rejects.toMatchObject(BUSY);
    const replaced = reschedule(host, eventType, { start: START, rescheduleUid: before.uid });
    await expect(replaced).rejects.toMatchObject(BUSY);
    await cancelBooking(host, { id: before.id }, {});
    await updateBooking(
      host,
      { id: after.id },
      { startTime: LATER, endTime: instantOf(minuteOf(LATER) + 30) },
    );
    expect(await claimedMinutes(host)).toBe(60);
    await expect(book(host, eventType, { start: START })).rejects.toMatchObject(BUSY);
    await book(host, eventType, { start: START, reservationUid: uid });
    await expectConsistentCalendar(host.userId);
  });

  it("can be used to reschedule a booking", async () => {
    const { host, eventType } = await makeCalendar();
    const { uid: rescheduleUid } = await book(host, eventType, { start: instantOf(minuteOf(START) + 30) });
    const { uid: reservationUid } = await reserve(host, eventType, { start: START });
    await reschedule(host, eventType, { start: START, rescheduleUid, reservationUid });
    expect(await claimedMinutes(host)).toBe(30);
    await expectConsistentCalendar(host.userId);
  });

  it.each([
    ["before the booking is read", beforeRead],
    ["before the write", (_: string, run: () => Promise<unknown>) => beforeNextTransaction(run)],
  ])("is not found by a reschedule if another one books it %s", async (_, interleave) => {
    const { host, eventType } = await makeCalendar();
    const { uid: rescheduleUid } = await book(host, eventType, { start: LATER });
    const { uid: reservationUid } = await reserve(host, eventType, { start: START });
    const replace = () => reschedule(host, eventType, { start: START, rescheduleUid, reservationUid });
    interleave(rescheduleUid, replace);
    await expect(replace()).rejects.toMatchObject({ code: "not_found" });
    const kept = await reserve(host, eventType, { start: LATER });
    await expect(
      reschedule(host, eventType, { start: LATER, rescheduleUid, reservationUid: kept.uid }),
    ).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is a slot only for callers that send its uid, and for all after it expires", async () => {
    const { host, eventType } = await makeCalendar();
    const { uid } = await reserve(host, eventType, { start: START });
    const query = { eventTypeId: String(eventType.id), startTime: START, endTime: "2030-03-04T09:30:00Z" };
    const list = async (more = {}) => (await listSlots(host, SlotsQuery.parse({ ...query, ...more }))).slots;
    const open = { "2030-03-04": [{ time: START }] };
    expect(await list()).toEqual({});
    expect(await list({ reservationUid: "another" })).toEqual({});
    expect(await list({ reservationUid: uid })).toEqual(open);
    passMinutes(5);
    expect(await list()).toEqual(open);
  });

  it.each([0, 45, 999_999_999_999_999])(
    "needs a length of the event type as its duration, not %i",
    async (duration) => {
      const { host, eventType } = await makeCalendar({ lengths: [60] });
      const body = { eventTypeId: eventType.id, start: START, duration };
      expect(await callEndpoint("reservations.create", host, { body })).toMatchObject({
        status: 400,
        json: { errors: [{ pointer: "#/duration", message: "The booking must be 30 or 60 minutes long." }] },
      });
      await reserve(host, eventType, { start: START, duration: 60 });
      expect(await claimedMinutes(host)).toBe(60);
    },
  );

  it.each([
    ["#/slotUtcStartDate", { start: START, slotUtcStartDate: "2031-03-04T15:00:00Z" }],
    ["#/slotUtcStartDate", { slotUtcStartDate: "2001-03-04T15:00:00Z" }],
    ["#/start", { start: "2001-03-04T15:00:00Z" }],
    ["#/start", {}],
  ])("has one start, and an invalid one is named as it was sent: %s %j", async (pointer, times) => {
    const { host, eventType } = await makeCalendar();
    const body = { eventTypeId: eventType.id, ...times };
    expect(await callEndpoint("reservations.create", host, { body })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer }] },
    });
  });

  it("can have the same start under both names", async () => {
    const { host, eventType } = await makeCalendar();
    const body = { eventTypeId: eventType.id, start: START, slotUtcStartDate: START.replace("Z", "+00:00") };
    const { status, text } = await callEndpoint("reservations.create", host, { body });
    expect(status, text).toBe(200);
  });

  it("is created once if the response is lost, and a request with the same Idempotency-Key returns it", async () => {
    const { host, eventType } = await makeCalendar();
    const parts = {
      headers: { "Content-Type": "application/json", "Idempotency-Key": "once" },
      body: { eventTypeId: eventType.id, slotUtcStartDate: START, ttlMinutes: 1 },
    };
    loseNextResponse();
    const first = await callEndpoint("reservations.create", host, parts);
    expect(first.status, first.text).toBe(200);
    const second = await callEndpoint("reservations.create", host, parts);
    expect(second.json).toEqual(first.json);
    expect(await claimedMinutes(host)).toBe(30);
  });
});
