import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { BookmarkItem } from "#lib/bookings/entity.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import type { Caller } from "#lib/caller.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedItems } from "#test/support/builders/seed-items.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { listBookingIds, requestBookings, streamOfBookings } from "#test/support/calls/list-bookings.ts";
import { idsIn } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const COUNT = 20_000;
useLocalTable({ items: () => seedItems("bookings", { count: COUNT, hosts: 1 }) });

const TAKE = 25;

/** Requests a page. Returns its ids, the total and the round trips. */
async function requestPage(caller: Caller, query: Query) {
  const answer = await requestBookings(caller, { take: TAKE, count: "true", ...query });
  return { ids: idsIn(answer), total: answer.headers["X-Total-Count"], trips: roundTrips().trips };
}
const pageIn = (ids: readonly number[], page: number): number[] => ids.slice((page - 1) * TAKE, page * TAKE);
const listBookmarks = ({ userId }: Caller) => queryAll(BookmarkItem, { userId });

describe("a host with 20,000 bookings", () => {
  let host: Caller;
  const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
  beforeAll(async () => {
    host = await makeHost();
  });

  it("has pages before bookmarks are written, too", async () => {
    expect(await listBookingIds(host, { take: TAKE, page: 40 })).toEqual(pageIn(ids, 40));
  });

  it("has bookmarks of 100 each, the same for every writer and however often they are written", async () => {
    await Promise.all([writeBookmarks(host.userId), writeBookmarks(host.userId)]);
    const bookmarks = await listBookmarks(host);
    expect(bookmarks.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 200 }, (_, at) => at * 100));
    expect(bookmarks.flatMap((bookmark) => bookmark.ids)).toEqual(ids);
    await writeBookmarks(host.userId);
    expect(await listBookmarks(host)).toEqual(bookmarks);
  });

  it.each([1, 2, 20, 21, 400, 799, 800])("gets page %i in at most three round trips", async (page) => {
    const { trips, ...found } = await requestPage(host, { page });
    expect(found).toEqual({ ids: pageIn(ids, page), total: "20000" });
    expect(trips).toBeLessThanOrEqual(3);
  });

  it.each([1, 2, 400, 800])("gets page %i from the end in at most four round trips", async (page) => {
    const { trips, ...found } = await requestPage(host, { page, order: "desc" });
    expect(found).toEqual({ ids: pageIn(ids.toReversed(), page), total: "20000" });
    expect(trips).toBeLessThanOrEqual(4);
  });

  it("gets any page of any size, and an empty one after the end", async () => {
    expect(await listBookingIds(host, { take: 333, page: 31 })).toEqual(ids.slice(9_990, 10_323));
    expect(await listBookingIds(host, { take: 1_500, page: 2 })).toEqual(ids.slice(1_500, 3_000));
    expect(await requestPage(host, { page: 801 })).toMatchObject({ ids: [], total: "20000" });
  });

  it("links to the next page of a long page, which is streamed", async () => {
    for (const [page, relations] of [
      [13, ["first", "prev", "next"]],
      [14, ["first", "prev"]],
    ] as const) {
      const { headers, links } = await requestBookings(host, { take: 1_500, page });
      expect(Object.keys(links)).toEqual(relations);
      expect(headers).not.toHaveProperty("X-Total-Count");
    }
  });

  it("gets all of them, complete and in order", async () => {
    expect(await listBookingIds(host)).toEqual(ids);
  });

  it("is read only as far as the client reads", async () => {
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, "send");
    const body = await streamOfBookings(host);
    for await (const chunk of body) {
      expect(String(chunk)).toContain('"bookings":[');
      break;
    }
    expect(send.mock.calls.length).toBeLessThan(10);
  });
});
