import { expect, it, onTestFinished } from "vitest";
import { listAuditTrail } from "#lib/audit/list.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { OPERATOR } from "#lib/caller.ts";
import { EventItem, eventKey } from "#lib/events/entity.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { sweepEvents } from "#lib/events/sweep.ts";
import { readWholeList } from "#lib/lists/source.ts";
import { runAs } from "#lib/platform/actor.ts";
import { setClock } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/table/query.ts";
import { getItem } from "#lib/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
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
    expect((await getItem(EventItem, eventKey(event)))?.auditEntries).toBeUndefined();
});

it("the sweep writes the audit entries of events that the stream did not publish", async () => {
  const { id } = await makeCancelledBooking();
  onTestFinished(() => setClock(Date.now));
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
  expect(first && (await getItem(EventItem, eventKey(first)))?.unpublished).toBeDefined();
});
