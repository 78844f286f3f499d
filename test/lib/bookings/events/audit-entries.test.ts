import { expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { publishEvents } from "#lib/bookings/events/publish.ts";
import { recordEvent } from "#lib/bookings/events/record-event.ts";
import { sweepEvents } from "#lib/bookings/events/sweep.ts";
import { OPERATOR } from "#lib/caller.ts";
import { runAs } from "#lib/platform/actor.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { listAuditTrail } from "#lib/storage/audit/list.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { EventItem, eventKey } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00.000Z";

async function makeCancelledBooking() {
  const host = await makeHost();
  const { id } = await book(host, await makeEventType(host), { start: START });
  await runAs(host, () => cancelBooking(host, { id }, {}));
  return { host, id, events: await queryAll(EventItem, { userId: host.userId }) };
}

const listTrail = async (id: number) => {
  const entries = await readWholeList(
    listAuditTrail(OPERATOR, { resource: "booking", resourceId: String(id) }),
  );
  return entries.map(({ userId, changes }) => [userId, changes[0]?.action]);
};

it("the audit entry embedded in an event is written to the audit trail once", async () => {
  const { host, id, events } = await makeCancelledBooking();
  expect(events.map(({ auditEntries }) => auditEntries?.length)).toEqual([1, 1]);
  expect((await scanTable()).filter(({ pk }) => pk === `AU#booking#${id}`)).toEqual([]);
  for (const _ of ["once", "again"]) expect(await publishEvents(events)).toEqual(new Set());
  expect(await listTrail(id)).toEqual([
    [host.userId, "changed"],
    [undefined, "created"],
  ]);
  for (const event of events)
    expect((await findItem(EventItem, eventKey(event)))?.auditEntries).toBeUndefined();
});

/** Writes one event with an audit entry for each of some bookings of a new host. */
async function makeAuditedEvents(bookingIds: readonly number[]) {
  const { userId } = await makeHost();
  await transact(bookingIds.flatMap((id) => recordEvent("BOOKING_CREATED", storedBooking({ id, userId }))));
  const events = await queryAll(EventItem, { userId });
  return events.map((event) => ({ ...event, auditEntries: [entryOf(event.bookingId)] }));
}

const entryOf = (id: number) => ({
  resource: "booking" as const,
  resourceId: String(id),
  changes: [{ resource: "booking" as const, ids: [String(id)], action: "created" as const, attributes: [] }],
  credentialId: "session",
});

it("the audit entries of 25 events are one write", async () => {
  const ids = Array.from({ length: 30 }, (_, at) => 1_000 + at);
  const events = await makeAuditedEvents(ids);
  resetRoundTrips();
  await publishEvents(events);
  expect(roundTrips().calls).toBe(events.length + 2);
  for (const id of ids) expect(await listTrail(id)).toEqual([[undefined, "created"]]);
});

it("no audit entry is lost if publishing stops after any write, and none is written twice", async () => {
  const ids = [2_000, 2_001, 2_002];
  const events = await makeAuditedEvents(ids);
  let stops = 0;
  while (await stopAfterWrites(stops, () => publishEvents(events))) {
    stops += 1;
    for (const event of events) {
      const isPublished = (await findItem(EventItem, eventKey(event)))?.unpublished === undefined;
      if (isPublished) expect(await listTrail(event.bookingId)).toHaveLength(1);
    }
  }
  expect(stops).toBeGreaterThan(1);
  for (const id of ids) expect(await listTrail(id)).toHaveLength(1);
});

it("the sweep writes the audit entries of events that the stream did not publish", async () => {
  const { id } = await makeCancelledBooking();
  setClock(() => Date.now() + 301_000);
  await sweepEvents();
  expect(await listTrail(id)).toHaveLength(2);
});

it("an event remains unpublished while its audit entries can't be written", async () => {
  const { events } = await makeCancelledBooking();
  const tooLong = {
    resource: "booking" as const,
    resourceId: "x".repeat(3_000),
    changes: [],
    credentialId: "",
  };
  const broken = events.map((event) => ({ ...event, auditEntries: [tooLong] }));
  await expect(publishEvents(broken)).rejects.toThrow();
  const [first] = events;
  expect(first && (await findItem(EventItem, eventKey(first)))?.unpublished).toBeDefined();
});
