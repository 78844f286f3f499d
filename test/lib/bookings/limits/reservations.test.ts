import { describe, expect, it } from "vitest";
import { CounterItem } from "#lib/bookings/limits/counter.ts";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { isReservation } from "#lib/calendar/claims/owner.ts";
import { compareCounters } from "#lib/operations/doctor/compare-counters.ts";
import { instantOf, minuteOf } from "#lib/platform/minutes.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { makeHost, reserve } from "#test/support/builders/builders.ts";
import { countOutcomes } from "#test/support/builders/calendar.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { changeEventType, DONE, expectCounted, LIMITED, makeLimited, startsOfSlots } from "./limited.ts";

useLocalTable();

const at = (time: string, day = "2031-03-04") => `${day}T${time}:00.000Z`;
const FULL = { code: "no_available_users_found_error", extensions: { rule: "limit" } };

describe("a reservation of an event type with limits", () => {
  it("counts until it expires, and its booking counts once", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const { uid } = await reserve(host, eventType, { start: at("09:00") });
    expect(await create(host, id, { start: at("10:00") })).toEqual(LIMITED);
    const other = { eventTypeId: id, start: at("12:00") };
    expect(await callEndpoint("reservations.create", host, { body: other })).toEqual(LIMITED);
    expect(await create(host, id, { start: at("10:00", "2031-03-05") })).toEqual(DONE);
    expect(await compareCounters(host.userId)).toEqual([]);
    expect(await create(host, id, { start: at("09:00"), reservationUid: uid })).toEqual(DONE);
    expect(await create(host, id, { start: at("10:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("no longer counts when it has expired or is deleted", async () => {
    const { host, eventType, id } = await makeLimited({ durationLimits: { PER_DAY: 60 } });
    await reserve(host, eventType, { start: at("09:00"), duration: 60 });
    expect(await create(host, id, { start: at("10:00") })).toEqual(LIMITED);
    passMinutes(6);
    const { uid } = await reserve(host, eventType, { start: at("12:00"), duration: 60 });
    expect(await create(host, id, { start: at("10:00") })).toEqual(LIMITED);
    await deleteReservation(host, { uid });
    const expired = await reserve(host, eventType, { start: at("14:00") });
    passMinutes(6);
    await deleteReservation(host, { uid: expired.uid });
    expect(await create(host, id, { start: at("10:00"), end: at("11:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("12:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("that has expired is booked within the limit only", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const { uid } = await reserve(host, eventType, { start: at("09:00") });
    passMinutes(6);
    expect(await create(host, id, { start: at("10:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00"), reservationUid: uid })).toEqual(LIMITED);
    const next = await reserve(host, eventType, { start: at("09:00", "2031-03-05") });
    passMinutes(6);
    const late = { start: at("09:00", "2031-03-05"), reservationUid: next.uid };
    expect(await create(host, id, late)).toEqual(DONE);
    await expectCounted(host.userId, id);
  });

  it("counts exactly among 30 concurrent requests of ten users", async () => {
    const limits = { bookingLimits: { PER_DAY: 3 }, durationLimits: { PER_WEEK: 600 } };
    const { host, eventType, id } = await makeLimited({ ...limits, bookableBy: "anyone" });
    const guests = await Promise.all(Array.from({ length: 10 }, () => makeHost()));
    const tries = () =>
      Array.from({ length: 30 }, (_, index) =>
        reserve(guests[index % 10] ?? host, eventType, {
          start: instantOf(minuteOf(at("09:00")) + index * 30),
          ttlMinutes: 5,
        }),
      );
    expect(await countOutcomes(tries())).toEqual({ won: 3, no_available_users_found_error: 27 });
    passMinutes(6);
    expect(await countOutcomes(tries())).toEqual({ won: 3, no_available_users_found_error: 27 });
    await expectCounted(host.userId, id);
  });

  it("closes slots, except for callers that send its uid", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const { uid: reservationUid } = await reserve(host, eventType, { start: at("09:00") });
    const range = { from: at("08:00"), to: at("12:00") };
    expect(await startsOfSlots(host, id, range)).toEqual([]);
    expect(await startsOfSlots(host, id, { ...range, reservationUid })).toContain(at("09:00"));
    passMinutes(6);
    expect(await startsOfSlots(host, id, range)).toContain(at("10:00"));
  });

  it("closes slots before the first write has completed new counters", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const { uid: reservationUid } = await reserve(host, eventType, { start: at("09:00") });
    passMinutes(1);
    const range = { from: at("08:00"), to: at("12:00") };
    expect(await startsOfSlots(host, id, range)).toEqual([]);
    expect(await startsOfSlots(host, id, { ...range, reservationUid })).toContain(at("09:00"));
    expect(await create(host, id, { start: at("10:00") })).toEqual(LIMITED);
    passMinutes(5);
    expect(await startsOfSlots(host, id, range)).toContain(at("10:00"));
  });

  it("is used to reschedule a booking of the same day, which counts once", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 2 } });
    const { json } = await create(host, id, { start: at("08:00") });
    const { uid: reservationUid } = await reserve(host, eventType, { start: at("09:00") });
    const rescheduleUid = String(json["uid"]);
    expect(await create(host, id, { start: at("09:00"), reservationUid, rescheduleUid })).toEqual(DONE);
    await expectCounted(host.userId, id);
    expect(await create(host, id, { start: at("10:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("11:00") })).toEqual(LIMITED);
  });

  it("can still be booked after the limits have changed", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 2 } });
    const { uid } = await reserve(host, eventType, { start: at("09:00") });
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 2, PER_WEEK: 2 } });
    passMinutes(1);
    const booked = await create(host, id, { start: at("09:00"), reservationUid: uid });
    expect(booked).toEqual(DONE);
    await expectCounted(host.userId, id);
  });

  it("does not fill the counter: expired ones are removed", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 1_000 } });
    for (let index = 0; index < 80; index += 1) {
      if (index % 20 === 0) passMinutes(2);
      const start = instantOf(minuteOf(at("09:00")) + (index % 20) * 30);
      await reserve(host, eventType, { start, ttlMinutes: 1 });
    }
    const [counter = {}] = await queryAll(CounterItem, { eventTypeId: id });
    expect(Object.keys(counter).filter(isReservation).length).toBeLessThanOrEqual(50);
    await expectCounted(host.userId, id);
  });

  it("is rejected with the rule of the limit", async () => {
    const { host, eventType, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    await expect(reserve(host, eventType, { start: at("12:00") })).rejects.toMatchObject(FULL);
  });
});
