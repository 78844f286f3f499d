import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BookingItem } from "#lib/bookings/entity.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { indexLists } from "#lib/workers/index-lists.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { requestBookings } from "#test/support/calls/list-bookings.ts";
import { idsIn } from "#test/support/calls/request-list.ts";
import { deliveryQueues } from "#test/support/cloud/delivery-queues.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { callInLockStep } from "#test/support/table/lock-step.ts";
import { streamRecord } from "#test/support/table/stream-record.ts";

const clock = new ManualClock(Date.now());
const aws = useLocalTable({ clock });
const { runTimers } = deliveryQueues(aws);

const TAKE = 25;
/** Items of a page beside its bookings: two bookmarks, the next page's first booking, and the bookings after the last bookmark. */
const OTHERS = 60;

/** Creates a host with bookings, and lists their ids. */
async function makeList(count: number, createdAt?: string) {
  const host = await makeHost();
  const changes = () => (createdAt === undefined ? {} : { createdAt });
  return { host, ids: await seedBookings({ hosts: [host.userId], count, changes }) };
}

/** Requests a page. Returns its ids, the items that queries read for it, its database calls, and its round trips. */
async function requestPage(host: Caller, query: Query) {
  const endLockStep = callInLockStep();
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, "send");
  const { headers, ...answer } = await requestBookings(host, { take: TAKE, ...query });
  const calls = send.mock.calls.map(([command]) => ({ [command.constructor.name]: command.input }));
  const responses = await Promise.all(send.mock.results.map(({ value }) => value));
  send.mockRestore();
  endLockStep();
  const read = responses.reduce((sum, { ScannedCount = 0 }) => sum + ScannedCount, 0);
  return {
    ids: idsIn({ headers, ...answer }),
    total: headers["X-Total-Count"],
    read,
    calls,
    trips: roundTrips().trips,
  };
}

// Each page is read by a function instance that has no bookmarks cached.
beforeEach(() => changeService());

describe("a page of a host with bookmarks, in a function instance that has none cached", () => {
  let list: Awaited<ReturnType<typeof makeList>>;
  beforeAll(async () => {
    list = await makeList(1_040);
    await writeBookmarks(list.host.userId);
  });

  const pages: [Query, number, number][] = [
    [{ page: 2 }, 25, 3],
    [{ page: 5 }, 100, 3],
    [{ page: 9 }, 200, 3],
    [{ page: 41 }, 1_000, 3],
    [{ page: 1, count: "true" }, 0, 3],
    [{ page: 5, count: "true" }, 100, 3],
  ];

  it.each(pages)("%j reads about as many items as page 1", async (query, start, trips) => {
    const { host, ids } = list;
    const page = await requestPage(host, query);
    expect(page.ids).toEqual(ids.slice(start, start + TAKE));
    expect(page.read).toBeLessThanOrEqual(TAKE + OTHERS);
    expect(page.trips, JSON.stringify(page.calls)).toBeLessThanOrEqual(trips);
    if (query["count"]) expect(page.total).toBe("1040");
  });

  it.each([
    [{ page: 3, order: "desc" }, 50],
    [{ page: 30, order: "desc" }, 725],
  ])("%j reads about as many items as page 1", async (query, start) => {
    const { host, ids } = list;
    const page = await requestPage(host, query);
    expect(page.ids).toEqual(ids.toReversed().slice(start, start + TAKE));
    expect(page.read).toBeLessThanOrEqual(TAKE + 2 * OTHERS);
    expect(page.trips, JSON.stringify(page.calls)).toBeLessThanOrEqual(4);
  });

  it.each<[string, Query]>([
    ["a page far from the start", { page: 5 }],
    ["a page with the number of all bookings", { page: 2, count: "true" }],
  ])("%s takes one round trip less in the minute after it was read", async (_, query) => {
    const { trips } = await requestPage(list.host, query);
    expect((await requestPage(list.host, query)).trips).toBe(trips - 1);
    setClock(() => Date.now() + 61_000);
    expect((await requestPage(list.host, query)).trips).toBe(trips);
  });
});

describe("the bookings of one burst, two minutes later and without another booking", () => {
  let list: Awaited<ReturnType<typeof makeList>>;
  beforeAll(async () => {
    setClock(() => clock.now());
    list = await makeList(350, new Date(clock.now()).toISOString());
    const drawn = primaryKey(BookingItem, { userId: list.host.userId, id: list.ids[340] ?? 0 });
    await indexLists([streamRecord("INSERT", drawn)]);
    expect(await runTimers()).toBe(0);
    clock.advance(121);
    expect(await runTimers()).toBe(1);
  });
  beforeEach(() => setClock(() => clock.now()));

  it.each([2, 9, 14])("page %i reads about as many items as page 1", async (number) => {
    const { host, ids } = list;
    const page = await requestPage(host, { page: number });
    expect(page.ids).toEqual(ids.slice((number - 1) * TAKE, number * TAKE));
    expect(page.read).toBeLessThanOrEqual(TAKE + OTHERS);
  });
});

describe("a host with few bookings, and no bookmarks", () => {
  let list: Awaited<ReturnType<typeof makeList>>;
  beforeAll(async () => {
    list = await makeList(60);
  });

  const queries: Query[] = [
    { count: "true" },
    { page: 2, count: "true" },
    { page: 2, order: "desc", count: "true" },
  ];

  it.each(queries)("a host with few bookings, and no bookmarks, has exact pages with %j", async (query) => {
    const { host, ids } = list;
    const start = (Number(query["page"] ?? 1) - 1) * TAKE;
    const sorted = query["order"] ? ids.toReversed() : ids;
    const page = await requestPage(host, query);
    expect(page.ids).toEqual(sorted.slice(start, start + TAKE));
    expect(page.total).toBe("60");
    expect(page.trips, JSON.stringify(page.calls)).toBeLessThanOrEqual(query["order"] ? 4 : 3);
  });
});
