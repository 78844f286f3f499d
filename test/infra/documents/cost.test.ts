import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { CALLS, idleUsd } from "#infra/documents/cost.ts";
import type { Caller } from "#lib/caller.ts";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders.ts";
import { callEndpoint } from "#test/support/call-endpoint.ts";
import { captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { interceptTable } from "#test/support/table-calls.ts";

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
  interceptTable(async ({ operation, input, send }) => {
    Object.assign(input, { ReturnConsumedCapacity: "INDEXES" });
    const response = await send();
    const kind = READS.test(operation) ? "reads" : "writes";
    for (const { CapacityUnits } of Answer.parse(JSON.parse(response)).ConsumedCapacity)
      consumed[kind] += CapacityUnits;
    return response;
  });
  host = await makeHost();
  ({ id: eventTypeId } = await makeEventType(host));
});

const Booking = z.object({ id: z.int() });
async function book(start: string): Promise<number> {
  const { json } = await callEndpoint("bookings.create", host, {
    body: bookingRequest(eventTypeId, { start }),
  });
  return Booking.parse(json).id;
}

/** The units that a call consumes. */
async function unitsOf(id: keyof typeof CALLS, parts: Parameters<typeof callEndpoint>[2]) {
  Object.assign(consumed, { reads: 0, writes: 0 });
  const { status, text } = await callEndpoint(id, host, parts);
  expect(status, text).toBe(200);
  return { ...consumed };
}

describe("docs/cost.md", () => {
  it("states the request units that the main calls consume", async () => {
    captureLines();
    await book("2031-03-03T08:00:00Z");
    const id = String(await book("2031-03-03T09:00:00Z"));
    const start = "2031-03-03T10:00:00Z";
    const found = {
      "bookings.create": await unitsOf("bookings.create", { body: bookingRequest(eventTypeId, { start }) }),
      "bookings.get": await unitsOf("bookings.get", { path: { id } }),
      "bookings.list": await unitsOf("bookings.list", {}),
      "bookings.update": await unitsOf("bookings.update", { path: { id }, body: { title: "Another" } }),
      "bookings.cancel": await unitsOf("bookings.cancel", { path: { id } }),
      "event-types.get": await unitsOf("event-types.get", { path: { id: String(eventTypeId) } }),
    };
    const stated = Object.entries(CALLS).map(([name, { reads, writes }]) => [name, { reads, writes }]);
    expect(found).toEqual(Object.fromEntries(stated));
  });

  it("states at most 8 dollars for a month of production without calls", () => {
    expect(idleUsd()).toBeLessThanOrEqual(8);
  });
});
