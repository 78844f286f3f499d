import { describe, expect, it } from "vitest";
import { deleteEventType } from "#lib/calendar/event-types/delete.ts";
import { setClock } from "#lib/platform/clock.ts";
import { makeEventType } from "#test/support/builders/builders.ts";
import { cancel, change, create } from "#test/support/calls/booking-calls.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { changeEventType, DONE, expectCounted, idOf, LIMITED, makeLimited, readCounters } from "./limited.ts";

useLocalTable();

const at = (time: string, day = "2031-03-04") => `${day}T${time}:00.000Z`;

describe("a limit of bookings", () => {
  it("rejects what exceeds it, with the next slots", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 2 } });
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("10:00") })).toEqual(DONE);
    const rejected = await create(host, id, { start: at("11:00") });
    expect(rejected).toEqual(LIMITED);
    expect(rejected.json["nextSlots"]).toEqual([
      at("00:00", "2031-03-05"),
      at("00:30", "2031-03-05"),
      at("01:00", "2031-03-05"),
    ]);
    expect(await create(host, id, { start: at("00:00", "2031-03-05") })).toEqual(DONE);
    await expectCounted(host.userId, id);
  });

  it.each([
    { kind: "PER_WEEK", first: "2031-03-03", last: "2031-03-09", next: "2031-03-10" },
    { kind: "PER_MONTH", first: "2031-03-01", last: "2031-03-31", next: "2031-04-01" },
    { kind: "PER_YEAR", first: "2031-01-01", last: "2031-12-31", next: "2032-01-01" },
  ])("$kind counts a whole period", async ({ kind, first, last, next }) => {
    const { host, id } = await makeLimited({ bookingLimits: { [kind]: 2 } });
    expect(await create(host, id, { start: at("00:00", first) })).toEqual(DONE);
    expect(await create(host, id, { start: at("23:30", last) })).toEqual(DONE);
    expect(await create(host, id, { start: at("12:00", last) })).toEqual(LIMITED);
    expect(await create(host, id, { start: at("00:00", next) })).toEqual(DONE);
    expect(await readCounters(id)).toMatchObject({ [`${kind}/${first}`]: [2, 60] });
  });

  it("of several periods all apply", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1, PER_WEEK: 2 } });
    expect(await create(host, id, { start: at("09:00", "2031-03-03") })).toEqual(DONE);
    expect(await create(host, id, { start: at("10:00", "2031-03-03") })).toEqual(LIMITED);
    expect(await create(host, id, { start: at("09:00", "2031-03-04") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00", "2031-03-05") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("of 0 closes the event type, except for callers that can ignore it", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_MONTH: 0 } });
    const rejected = await create(host, id, { start: at("09:00") });
    expect(rejected).toEqual(LIMITED);
    expect(rejected.json["nextSlots"]).toEqual([]);
    expect(await create(host, id, { start: at("09:00"), ignoreAvailability: true })).toEqual(DONE);
    expect(await readCounters(id)).toEqual({ "PER_MONTH/2031-03-01": [1, 30] });
  });

  it("does not apply to other event types of the host", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const other = await makeEventType(host);
    expect(await create(host, other.id, { start: at("09:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("10:00") })).toEqual(DONE);
    expect(await create(host, other.id, { start: at("11:00") })).toEqual(DONE);
  });

  it("counts every booking of a shared slot", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 2 }, seatsPerTimeSlot: 5 });
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("is reported only if the time is free: a time that is also in use is busy", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00") })).toMatchObject({ json: { rule: "busy" } });
  });
});

describe("a limit of minutes", () => {
  it("rejects what exceeds it", async () => {
    const { host, id } = await makeLimited({ durationLimits: { PER_DAY: 90 } });
    const hour = { start: at("09:00"), end: at("10:00") };
    expect(await create(host, id, hour)).toEqual(DONE);
    expect(await create(host, id, { start: at("11:00"), end: at("12:00") })).toEqual(LIMITED);
    expect(await create(host, id, { start: at("11:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("13:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("less than the length closes the event type", async () => {
    const { host, id } = await makeLimited({ durationLimits: { PER_WEEK: 29 } });
    expect(await create(host, id, { start: at("09:00") })).toEqual(LIMITED);
  });

  it("applies to the minutes that a booking gets longer", async () => {
    const { host, id } = await makeLimited({ durationLimits: { PER_DAY: 90 } });
    const booking = idOf(await create(host, id, { start: at("09:00") }));
    expect(await change(host, booking, { end: at("10:30") })).toEqual(DONE);
    expect(await change(host, booking, { end: at("10:31") })).toEqual(LIMITED);
    expect(await change(host, booking, { end: at("10:31"), ignoreAvailability: true })).toEqual(DONE);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-04": [1, 91] });
    expect(await change(host, booking, { end: at("09:10") })).toEqual(DONE);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-04": [1, 10] });
  });
});

describe("the count of a booking", () => {
  it("is removed when it is cancelled or rejected, and added when it is restored", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 }, requiresConfirmation: true });
    const first = idOf(await create(host, id, { start: at("09:00") }));
    expect(await change(host, first, { status: "ACCEPTED" })).toEqual(DONE);
    expect(await cancel(host, first)).toEqual(DONE);
    const second = idOf(await create(host, id, { start: at("10:00") }));
    expect(await change(host, first, { status: "ACCEPTED" })).toEqual(LIMITED);
    expect(await change(host, second, { status: "REJECTED" })).toEqual(DONE);
    expect(await change(host, first, { status: "ACCEPTED" })).toEqual(DONE);
    expect(await change(host, second, { status: "ACCEPTED" })).toEqual(LIMITED);
    expect(await change(host, second, { status: "ACCEPTED", ignoreAvailability: true })).toEqual(DONE);
    await expectCounted(host.userId, id);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-04": [2, 60] });
  });

  it("moves with it, and does not count against itself", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const booking = idOf(await create(host, id, { start: at("09:00") }));
    const to = (start: string, end: string) => ({ start, end });
    expect(await change(host, booking, to(at("15:00"), at("15:30")))).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00", "2031-03-05") })).toEqual(DONE);
    const next = to(at("12:00", "2031-03-05"), at("12:30", "2031-03-05"));
    expect(await change(host, booking, next)).toEqual(LIMITED);
    expect(await change(host, booking, to(at("12:00", "2031-03-06"), at("12:30", "2031-03-06")))).toEqual(
      DONE,
    );
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    await expectCounted(host.userId, id);
  });

  it("is replaced by that of the booking that reschedules it", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const { json } = await create(host, id, { start: at("09:00") });
    const again = await create(host, id, { start: at("12:00"), rescheduleUid: json["uid"] });
    expect(again).toEqual(DONE);
    expect(await create(host, id, { start: at("15:00") })).toEqual(LIMITED);
    const { uid } = again.json;
    expect(await create(host, id, { start: at("09:00", "2031-03-05"), rescheduleUid: uid })).toEqual(DONE);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-05": [1, 30] });
    await expectCounted(host.userId, id);
  });

  it("moves to another event type with the booking", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const other = await makeEventType(host, { bookingLimits: { PER_DAY: 0 } });
    const { json } = await create(host, id, { start: at("09:00") });
    const move = { start: at("12:00"), rescheduleUid: json["uid"] };
    expect(await create(host, other.id, move)).toEqual(LIMITED);
    expect(await create(host, other.id, { ...move, ignoreAvailability: true })).toEqual(DONE);
    expect([await readCounters(id), await readCounters(other.id)]).toEqual([
      {},
      { "PER_DAY/2031-03-04": [1, 30] },
    ]);
  });

  it("is added again if it is restored after its start", async () => {
    setClock(() => Date.parse(at("08:00")));
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const booking = idOf(await create(host, id, { start: at("09:00") }));
    setClock(() => Date.parse(at("09:10")));
    await cancel(host, booking);
    expect(await readCounters(id)).toEqual({});
    expect(await change(host, booking, { status: "ACCEPTED" })).toEqual(DONE);
    expect(await create(host, id, { start: at("15:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("is that of its start if it is moved while it is cancelled, and restored after its start", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const booking = idOf(await create(host, id, { start: at("09:00") }));
    await cancel(host, booking);
    expect(await change(host, booking, { start: at("09:00", "2031-03-05") })).toEqual(DONE);
    setClock(() => Date.parse(at("09:30", "2031-03-05")));
    expect(await change(host, booking, { status: "ACCEPTED" })).toEqual(DONE);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-05": [1, 30] });
    expect(await create(host, id, { start: at("12:00", "2031-03-05") })).toEqual(LIMITED);
  });

  it("is added if it is restored after its start, and the limits are newer", async () => {
    const { host, id } = await makeLimited();
    const booking = idOf(await create(host, id, { start: at("09:00") }));
    await cancel(host, booking);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 1 } });
    for (const [time, day] of [
      ["08:00", "2031-03-05"],
      ["08:30", "2031-03-06"],
    ] as const) {
      setClock(() => Date.parse(at(time)));
      expect(await create(host, id, { start: at("09:00", day) })).toEqual(DONE);
    }
    setClock(() => Date.parse(at("09:30")));
    expect(await change(host, booking, { status: "ACCEPTED" })).toEqual(DONE);
    expect(await create(host, id, { start: at("12:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("is removed if it is cancelled after its event type is deleted", async () => {
    const { host, id } = await makeLimited({ bookingLimits: { PER_DAY: 1 } });
    const booking = idOf(await create(host, id, { start: at("09:00") }));
    await deleteEventType(host, { id });
    expect(await cancel(host, booking)).toEqual(DONE);
  });
});
