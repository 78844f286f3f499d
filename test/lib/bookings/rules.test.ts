import { beforeEach, describe, expect, it } from "vitest";
import { allowedTimes, claimFor } from "#lib/bookings/rules.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { setClock } from "#lib/platform/clock.ts";

const NOW = Date.parse("2030-03-04T09:00:00.000Z");
beforeEach(() => setClock(() => NOW));

const eventType = (fields: Record<string, unknown> = {}): EventType => ({
  ...EventTypeCreate.parse({ title: "Meeting", length: 30, slug: "meeting", ...fields }),
  id: 1,
  userId: 1,
  slug: "meeting",
});
const inMinutes = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();
const times = (type: EventType, start: number, end?: number) =>
  allowedTimes(type, inMinutes(start), end === undefined ? undefined : inMinutes(end));

describe("the times of a new booking", () => {
  it("end after the event type's length unless an end is given", () => {
    expect(times(eventType(), 60)).toEqual({ startTime: inMinutes(60), endTime: inMinutes(90) });
    expect(times(eventType(), 60, 90)).toEqual(times(eventType(), 60));
  });

  it("can have another length only if the event type allows it", () => {
    const flexible = eventType({ lengths: [15, 45] });
    expect(times(flexible, 60, 75).endTime).toBe(inMinutes(75));
    expect(times(flexible, 60, 105).endTime).toBe(inMinutes(105));
    const refusal = { code: "invalid_request", errors: [expect.objectContaining({ pointer: "#/end" })] };
    for (const end of [89, 89.5, 91, 120])
      expect(() => times(eventType(), 60, end)).toThrow(expect.objectContaining(refusal));
  });

  it.each([60, 59, -1000])("never end at or before the start: %i", (end) => {
    expect(() => times(eventType(), 60, end)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it("end within the year 9999, as texts of later instants sort before all others", () => {
    const refusal = { code: "invalid_request", errors: [expect.objectContaining({ pointer: "#/start" })] };
    expect(() => allowedTimes(eventType(), "9999-12-31T23:50:00.000Z", undefined)).toThrow(
      expect.objectContaining(refusal),
    );
    expect(allowedTimes(eventType(), "9999-12-31T23:29:59.999Z", undefined).endTime).toMatch(/^9999/);
  });

  it("start now or later", () => {
    expect(times(eventType(), 0).startTime).toBe(inMinutes(0));
    expect(() => times(eventType(), -0.001)).toThrow(
      expect.objectContaining({ code: "booking_in_the_past" }),
    );
  });
});

describe("the minutes of a booking", () => {
  const minute = Math.floor(NOW / 60_000);

  it("are rounded outward to whole minutes, with the buffers of the event type", () => {
    const startTime = new Date(NOW + 30_000).toISOString();
    const endTime = new Date(NOW + 30 * 60_000 + 1).toISOString();
    expect(claimFor(eventType(), { startTime, endTime })).toEqual({
      from: minute,
      to: minute + 31,
      slot: null,
    });
    const buffered = eventType({ beforeEventBuffer: 10, afterEventBuffer: 20 });
    expect(claimFor(buffered, { startTime, endTime })).toEqual({
      from: minute - 10,
      to: minute + 51,
      slot: null,
    });
  });

  it("are 36 hours at most, buffers included", () => {
    const long = (more = {}) =>
      claimFor(eventType(more), { startTime: inMinutes(0), endTime: inMinutes(2160) });
    expect(long()).toEqual({ from: minute, to: minute + 2160, slot: null });
    expect(() => long({ afterEventBuffer: 1 })).toThrow(
      expect.objectContaining({ code: "booking_too_long" }),
    );
  });
});
