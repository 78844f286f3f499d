import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { CALLS } from "#infra/documents/units.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
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

it("the units of calls are the request units that the main calls consume", async () => {
  // Cached items stay valid, however long the calls take.
  const startedAt = Date.now();
  setClock(() => startedAt);
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
