import { describe, expect, it } from "vitest";
import { ALL_HOURS, makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const at = (time: string): string => `9999-12-31T${time}:00.000Z`;
const LIMITS = { PER_DAY: 2, PER_WEEK: 2, PER_MONTH: 2, PER_YEAR: 2 };

/** Creates an event type of 60 minutes, whose host's last day of 9999 ends at 11:00 UTC. */
async function makeLateEventType(more: Record<string, unknown>) {
  const host = await makeHost();
  await makeSchedule(host, { timeZone: "Pacific/Tongatapu", availability: ALL_HOURS });
  const { id } = await makeEventType(host, { length: 60, ...more });
  return {
    host,
    id,
    query: { eventTypeId: String(id), start: at("20:00"), end: "9999-12-31T23:59:59.999Z" },
  };
}

describe.each([{}, { seatsPerTimeSlot: 1 }, { bookingLimits: LIMITS }])("an event type with %j", (more) => {
  it("offers what can be booked up to the latest instant", async () => {
    const { host, id, query } = await makeLateEventType(more);
    const slots = [at("20:00"), at("21:00"), at("22:00")].map((time) => ({ time }));
    expect((await callEndpoint("slots.list", host, { query })).json).toEqual({
      slots: { "9999-12-31": slots },
    });
    const local = await callEndpoint("slots.list", host, { query: { ...query, timeZone: "Asia/Tokyo" } });
    expect(Object(local.json["slots"])).toMatchObject({
      "+010000-01-01": [{ time: "+010000-01-01T05:00:00+09:00" }, {}, {}],
    });
    expect((await create(host, id, { start: at("23:00") })).status).toBe(400);
    expect((await create(host, id, { start: at("21:00") })).status).toBe(200);
    expect(await create(host, id, { start: at("21:00") })).toMatchObject({
      status: 409,
      json: { nextSlots: [at("22:00")] },
    });
    expect((await create(host, id, { start: at("22:00") })).status).toBe(200);
    const body = { eventTypeId: id, start: at("22:00") };
    expect(await callEndpoint("reservations.create", host, { body })).toMatchObject({
      status: 409,
      json: { nextSlots: [] },
    });
    const remaining = "bookingLimits" in more ? {} : { "9999-12-31": [{ time: at("20:00") }] };
    expect((await callEndpoint("slots.list", host, { query })).json).toEqual({ slots: remaining });
    const days = { ...query, start: "9999-12-30" };
    expect((await callEndpoint("availability.get", host, { query: days })).status).toBe(200);
  });
});
