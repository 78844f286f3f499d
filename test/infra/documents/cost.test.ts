import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { idleUsd } from "#infra/documents/cost.ts";
import { AUTHORIZER, CALLS, OTHER_CALLS, SWEEP, type Units } from "#infra/documents/units.ts";
import type { Caller } from "#lib/caller.ts";
import { sweep } from "#lib/workers/sweep.ts";
import {
  bookingRequest,
  makeEventType,
  makeHost,
  makeSchedule,
  makeUserWithKey,
} from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { callTool, mcpRequest, sendMcp } from "#test/support/calls/mcp.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { interceptTable } from "#test/support/table/table-calls.ts";

useLocalTable();

const Capacity = z.object({ CapacityUnits: z.number() });
const Answer = z.object({
  ConsumedCapacity: z.union([Capacity.transform((one) => [one]), z.array(Capacity)]),
});
const READS = /^(Get|BatchGet|TransactGet|Query)/;

const consumed = { reads: 0, writes: 0 };
let host: Caller;
let eventTypeId: number;

beforeAll(async () => {
  const end = interceptTable(async ({ command, send }) => {
    Object.assign(command.input, { ReturnConsumedCapacity: "INDEXES" });
    const response = await send();
    const kind = READS.test(command.constructor.name) ? "reads" : "writes";
    for (const { CapacityUnits } of Answer.parse(response).ConsumedCapacity) consumed[kind] += CapacityUnits;
    return response;
  });
  host = await makeHost();
  ({ id: eventTypeId } = await makeEventType(host));
  return end;
});

const Booking = z.object({ id: z.int(), uid: z.string() });
const bodyAt = (hour: number, more: object = {}) =>
  bookingRequest(eventTypeId, { start: new Date(Date.UTC(2031, 2, 3, hour)).toISOString(), ...more });
async function bookAt(hour: number): Promise<{ id: string; uid: string }> {
  const { json } = await callEndpoint("bookings.create", host, { body: bodyAt(hour) });
  const { id, uid } = Booking.parse(json);
  return { id: String(id), uid };
}

/** The units that a call consumes. */
async function unitsOf(call: keyof typeof CALLS, parts: Parameters<typeof callEndpoint>[2]) {
  Object.assign(consumed, { reads: 0, writes: 0 });
  const { status, text } = await callEndpoint(call.split(" ")[0] ?? "", host, parts);
  expect(status, text).toBe(200);
  return { ...consumed };
}

/** The units that a call consumes, without those of its authorizer. */
async function measure(call: () => Promise<unknown>, authorizer: Units = { roundTrips: 0 }) {
  Object.assign(consumed, { reads: 0, writes: 0 });
  await call();
  return { reads: consumed.reads, writes: consumed.writes - (authorizer.writes ?? 0) };
}

/** Adds bookings until a host has a number of them. */
async function readAfter(count: number, caller: Caller, eventType: number): Promise<{ bookings: number }> {
  const listed = async () => {
    const { json } = await callEndpoint("bookings.list", caller);
    return z.object({ bookings: z.array(z.unknown()) }).parse(json).bookings.length;
  };
  for (let at = await listed(); at < count; at += 1) {
    const start = new Date(Date.UTC(2032, 0, 5 + at, 10)).toISOString();
    const body = { ...bookingRequest(eventType, { start }), ignoreAvailability: true };
    expect((await callEndpoint("bookings.create", caller, { body })).status).toBe(200);
  }
  return { bookings: await listed() };
}

describe("docs/cost.md", () => {
  it("states the request units that the main calls consume", async () => {
    captureLines();
    const { uid: rescheduleUid } = await bookAt(8);
    const { id } = await bookAt(9);
    const created = await unitsOf("bookings.create", { body: bodyAt(10) });
    // Also leases ids for the last call below.
    await bookAt(11);
    const later = { start: "2031-03-03T14:00:00Z", end: "2031-03-03T14:30:00Z" };
    const found = {
      "bookings.create": created,
      "bookings.get": await unitsOf("bookings.get", { path: { id } }),
      "bookings.list": await unitsOf("bookings.list", {}),
      "bookings.update title": await unitsOf("bookings.update title", {
        path: { id },
        body: { title: "Another" },
      }),
      "bookings.update start, end": await unitsOf("bookings.update start, end", {
        path: { id },
        body: later,
      }),
      "bookings.cancel": await unitsOf("bookings.cancel", { path: { id } }),
      "bookings.create rescheduleUid": await unitsOf("bookings.create rescheduleUid", {
        body: bodyAt(12, { rescheduleUid }),
      }),
      "event-types.get": await unitsOf("event-types.get", { path: { id: String(eventTypeId) } }),
    };
    const stated = Object.entries(CALLS).map(([name, { reads, writes }]) => [name, { reads, writes }]);
    expect(found).toEqual(Object.fromEntries(stated));
  });

  it("states the reads of a sweep without work", async () => {
    Object.assign(consumed, { reads: 0, writes: 0 });
    await sweep();
    expect(consumed).toEqual({ reads: SWEEP.reads, writes: 0 });
  });

  it("states the request units of longer lists, free times, reservations and the tools of agents", async () => {
    captureLines();
    const [other, another] = [await makeUserWithKey(), await makeUserWithKey()];
    const [{ id }, { id: anotherId }] = [
      await makeEventType(other.caller),
      await makeEventType(another.caller),
    ];
    for (const { caller } of [other, another]) await makeSchedule(caller);
    const listOf = async (count: number) => {
      const { bookings } = await readAfter(count, other.caller, id);
      expect(bookings).toBe(count);
      return measure(() => callEndpoint("bookings.list", other.caller));
    };
    const week = { eventTypeId: id, startTime: "2031-03-03", endTime: "2031-03-10" };
    const start = (hour: number) => `2031-03-03T${hour}:00:00Z`;
    const tool = (key: string, name: string, args: object) =>
      measure(async () => {
        const { isError, text } = await callTool(key, name, args);
        expect(isError, text).toBe(false);
      }, AUTHORIZER);
    for (const { key } of [other, another]) await callTool(key, "list_event_types");
    const booker = { name: "Ann", email: "ann@example.com" };
    const found = {
      "`slots.list` of 7 days": await measure(() =>
        callEndpoint("slots.list", other.caller, { query: { ...week, eventTypeId: String(id) } }),
      ),
      "`reservations.create`": await measure(() =>
        callEndpoint("reservations.create", other.caller, { body: { eventTypeId: id, start: start(10) } }),
      ),
      "`agents.mcp`: the list of tools": await measure(
        () => sendMcp(other.key, mcpRequest("tools/list")),
        AUTHORIZER,
      ),
      "`agents.mcp`: `find_slots` of 7 days": await tool(another.key, "find_slots", {
        ...week,
        eventTypeId: anotherId,
      }),
      "`agents.mcp`: `create_booking`": await tool(other.key, "create_booking", {
        eventTypeId: id,
        start: start(11),
        responses: booker,
      }),
      "`bookings.list` of 25 bookings": await listOf(25),
      "`bookings.list` of 100 bookings": await listOf(100),
    };
    const stated = Object.entries(OTHER_CALLS).map(([name, { reads, writes }]) => [name, { reads, writes }]);
    expect(found).toEqual(Object.fromEntries(stated));
  });

  it("states about 8 dollars for a month of production without calls", () => {
    expect(idleUsd()).toBeLessThan(8.5);
  });
});
