import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { callTool } from "#test/support/calls/mcp.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { LATER, makeAgentHost, responses, START } from "./agent-host.ts";

useLocalTable();
let host: UserWithKey;
let eventType: EventType;
beforeEach(async () => {
  ({ host, eventType } = await makeAgentHost({ bookableBy: "anyone" }));
});

const Held = z.object({ reservation: z.object({ uid: z.string(), until: z.string() }) });
const Slots = z.object({ slots: z.record(z.string(), z.array(z.string())), nextStartTime: z.string() });
const request = (more: object = {}) => ({ eventTypeId: eventType.id, start: START, responses, ...more });
const hold = (key: string, start: string = START) =>
  callTool(key, "hold_slot", { eventTypeId: eventType.id, start });

describe("an agent that holds a slot", () => {
  it("books it with reservationUid, and is reminded of it without", async () => {
    const { reservation } = Held.parse((await hold(host.key)).result);
    const forgotten = await callTool(host.key, "create_booking", request());
    expect(forgotten.isError).toBe(true);
    expect(forgotten.text).toContain(`the time is reserved until ${reservation.until}`);
    expect(forgotten.text).toContain(`\`reservationUid\` "${reservation.uid}"`);
    expect(forgotten.text).not.toMatch(/another booking|next free slots|another time/);
    const booked = await callTool(host.key, "create_booking", request({ reservationUid: reservation.uid }));
    expect(booked.isError).toBe(false);
  });

  it("gets no advice to create a second booking when it moves one to the slot", async () => {
    const { id } = await book(host.caller, eventType, { start: "2031-03-04T12:00:00.000Z" });
    await hold(host.key);
    const { isError, text } = await callTool(host.key, "reschedule_booking", { id, start: START });
    expect(isError).toBe(true);
    expect(text).toContain("wait until the reservation expires");
    expect(text).not.toContain("Call create_booking");
  });

  it("returns to another agent only until when the slot is reserved, and the next slots", async () => {
    const { reservation } = Held.parse((await hold(host.key)).result);
    const stranger = await makeUserWithKey();
    for (const { text } of [
      await callTool(stranger.key, "create_booking", request()),
      await hold(stranger.key),
    ]) {
      expect(text).toContain(`the time is reserved until ${reservation.until}.`);
      expect(text).toContain("next free slots");
      expect(text).not.toContain(reservation.uid);
      expect(text).not.toContain("another booking");
    }
  });

  it("can hold five slots of another user", async () => {
    const guest = await makeUserWithKey();
    const calls = await Promise.all(
      Array.from({ length: 7 }, (_, index) => hold(guest.key, `2031-03-05T1${index}:00:00Z`)),
    );
    expect(calls.filter(({ isError }) => isError)).toHaveLength(2);
    expect(calls.find(({ isError }) => isError)?.text).toMatch(
      /at most 5 reservations.*\n.*\n\(limit_reached\)/,
    );
  });
});

it.each([
  ["2031-03-04T10:00:00+01:00", "2031-03-04T10:30:00+01:00"],
  ["2031-03-04T03:30:00-0530", "2031-03-04T04:00:00-05:30"],
  ["2031-03-04T09:00:00Z", "2031-03-04T09:30:00.000Z"],
  ["2031-03-04T09:00", "2031-03-04T09:30:00.000Z"],
])(
  "the next free slots of a failed call have the offset of the start %s, like those of find_slots",
  async (start, next) => {
    await book(host.caller, eventType, { start: START });
    for (const name of ["create_booking", "hold_slot"]) {
      const { text } = await callTool(host.key, name, {
        eventTypeId: eventType.id,
        start,
        ...(name === "create_booking" && { responses }),
      });
      expect(text).toContain(`start at ${next}, `);
    }
  },
);

describe("find_slots", () => {
  const find = async (args: object) =>
    Slots.parse((await callTool(host.key, "find_slots", { eventTypeId: eventType.id, ...args })).result);

  it("takes start and end as other names of startTime and endTime", async () => {
    const range = { start: "2031-03-04T09:00:00Z", end: "2031-03-04T10:00:00Z" };
    const { slots } = await find(range);
    expect(slots).toEqual(
      await find({ startTime: range.start, endTime: range.end }).then((one) => one.slots),
    );
    expect(Object.values(slots).flat()).toHaveLength(2);
  });

  it("returns at most limit slots, and where to continue", async () => {
    const first = await find({ start: START, limit: 2 });
    expect(Object.values(first.slots).flat()).toHaveLength(2);
    const next = await find({ start: first.nextStartTime, limit: 2 });
    expect(Object.values(next.slots).flat()[0]).toBe(first.nextStartTime);
    const { isError, text } = await callTool(host.key, "find_slots", {
      eventTypeId: eventType.id,
      limit: 61,
    });
    expect([isError, text]).toEqual([true, expect.stringContaining('"limit"')]);
  });
});

describe("find_slots of an event type with an offset of starts", () => {
  it("lists every slot, search after search", async () => {
    const { id } = await makeEventType(host.caller, { slug: "offset", offsetStart: 5, slotInterval: 45 });
    const range = { eventTypeId: id, endTime: "2031-03-04T13:00:00Z" };
    const find = async (more: object) =>
      Slots.parse((await callTool(host.key, "find_slots", { ...range, ...more })).result);
    const found: string[] = [];
    for (let startTime = "2031-03-04T09:00:00Z"; startTime < "2031-03-04T13"; ) {
      const { slots, nextStartTime } = await find({ startTime, limit: 2 });
      found.push(...Object.values(slots).flat());
      startTime = nextStartTime;
    }
    const all = await find({ startTime: "2031-03-04T09:00:00Z" });
    expect(found).toEqual(Object.values(all.slots).flat());
  });
});

describe("find_slots with a start in the past", () => {
  it("searches from now on", async () => {
    setClock(() => Date.parse("2031-03-04T09:00:00Z"));
    const args = { eventTypeId: eventType.id, startTime: "2031-01-01", limit: 1 };
    const search = (more: object = {}) => callTool(host.key, "find_slots", { ...args, ...more });
    const found = { slots: { "2031-03-04": [START] }, nextStartTime: "2031-03-04T09:30:00.000Z" };
    expect((await search()).result).toEqual(found);
    expect((await search({ endTime: "2031-03-06" })).result).toEqual(found);
    expect((await search({ endTime: "2031-01-02" })).result).toMatchObject({ slots: {} });
  });
});

describe("arguments that agents send without a value", () => {
  it.each<[string, object]>([
    ["find_slots", { startTime: "", endTime: null, timeZone: "", duration: null, limit: null }],
    ["list_bookings", { attendeeEmail: "", status: null, uid: "", cursor: null }],
    ["hold_slot", { start: START, duration: null, idempotencyKey: null }],
    ["create_booking", { start: START, responses: { ...responses, location: null }, idempotencyKey: null }],
  ])("are as if they were missing, for %s", async (name, args) => {
    const { text, isError } = await callTool(host.key, name, { eventTypeId: eventType.id, ...args });
    expect([isError, text]).toEqual([false, expect.any(String)]);
  });

  it("are reported as required otherwise", async () => {
    const { text } = await callTool(host.key, "reschedule_booking", { id: "", start: null });
    expect(text).toContain('"id" is required.\n"start" is required.');
  });
});

describe("find_slots with rescheduleUid", () => {
  const day = { startTime: "2031-03-04T09:00:00Z", endTime: "2031-03-04T12:00:00Z" };
  const startsFor = async ({ uid }: { uid: string }, more: object = {}) => {
    const args = { eventTypeId: eventType.id, rescheduleUid: uid, ...day, ...more };
    return Object.values(Slots.parse((await callTool(host.key, "find_slots", args)).result).slots).flat();
  };

  it("returns only starts to which reschedule_booking can move a booking that was made longer", async () => {
    const moved = await book(host.caller, eventType, { start: "2031-03-05T09:00:00.000Z" });
    await updateBooking(host.caller, moved, BookingUpdate.parse({ end: "2031-03-05T10:00:00Z" }));
    await book(host.caller, eventType, { start: LATER });
    expect(await startsFor(moved)).toEqual([START, "2031-03-04T11:00:00.000Z"]);
    expect(await startsFor(moved, { duration: 60 })).toEqual(await startsFor(moved));
    expect((await startsFor(moved, { duration: 30 }))[1]).toBe("2031-03-04T09:30:00.000Z");
  });

  it("leaves room for the buffers that the booking has", async () => {
    await updateEventType(host.caller, eventType, { beforeEventBuffer: 30 });
    const moved = await book(host.caller, eventType, { start: "2031-03-05T09:00:00.000Z" });
    await updateEventType(host.caller, eventType, { beforeEventBuffer: 0 });
    // The event type is cached for 5 seconds.
    setClock(() => Date.now() + 6_000);
    await book(host.caller, eventType, { start: START });
    const [start = ""] = await startsFor(moved);
    expect(start).toBe(LATER);
    expect((await callTool(host.key, "reschedule_booking", { id: moved.id, start })).isError).toBe(false);
  });
});

describe("the arguments of create_booking", () => {
  it.each<[object, string]>([
    [{ responses: { ...responses, name: { firstName: "Ann", lastName: "Booker" } } }, '"responses.name"'],
    [{ responses: { ...responses, location: "phone" } }, '"responses.location"'],
    [{ responses: { ...responses, location: { value: "link", phone: "1" } } }, '"responses.location.phone"'],
    [{ holdId: "abc" }, '"holdId"'],
  ])("are rejected if they have another type or are unknown: %j", async (more, name) => {
    const { isError, text } = await callTool(host.key, "create_booking", request(more));
    expect([isError, text]).toEqual([true, expect.stringContaining(name)]);
  });

  it("can be a location as an object, and answers to own questions", async () => {
    const more = { location: { value: "phone", optionValue: "+41 44 000 00 00" }, size: "large" };
    const booked = await callTool(
      host.key,
      "create_booking",
      request({ responses: { ...responses, ...more } }),
    );
    expect(booked.result).toMatchObject({ booking: { location: "phone: +41 44 000 00 00" } });
  });
});
