import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, vi } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { listBookingIds, requestBookings } from "#test/support/calls/list-bookings.ts";
import { queryOf } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

async function makeHostWith(count: number): Promise<{ host: Caller; ids: number[] }> {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const start = new Date(Date.UTC(2030, 0, 1, at)).toISOString();
    ids.push((await book(host, eventType, { start })).id);
  }
  return { host, ids };
}

describe("a list of bookings", () => {
  it("is in the order of creation, by pages or as a whole", async () => {
    const { host, ids } = await makeHostWith(12);
    expect(await listBookingIds(host)).toEqual(ids);
    expect(await listBookingIds(host, { take: 5 })).toEqual(ids.slice(0, 5));
    expect(await listBookingIds(host, { take: 5, page: 3 })).toEqual(ids.slice(10));
    expect(await listBookingIds(host, { page: 2 })).toEqual(ids.slice(10));
    expect(await listBookingIds(host, { take: 5, page: 4 })).toEqual([]);
  });

  it("can be descending", async () => {
    const { host, ids } = await makeHostWith(7);
    const turned = ids.toReversed();
    expect(await listBookingIds(host, { order: "desc" })).toEqual(turned);
    for (const page of [1, 2, 3, 4])
      expect(await listBookingIds(host, { order: "desc", take: 3, page })).toEqual(
        turned.slice(page * 3 - 3, page * 3),
      );
  });

  it("has pages of any size, at any distance", async () => {
    const { host, ids } = await makeHostWith(2);
    const huge = 999_999_999_999_999;
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, "send");
    expect(await listBookingIds(host, { take: huge })).toEqual(ids);
    expect(await listBookingIds(host, { page: huge })).toEqual([]);
    expect(await listBookingIds(host, { take: huge, page: huge })).toEqual([]);
    expect(await listBookingIds(host, { take: huge, order: "desc" })).toEqual(ids.toReversed());
    expect(await listBookingIds(host, { page: huge, order: "desc" })).toEqual([]);
    const limits = send.mock.calls.flatMap(([{ input }]) => ("Limit" in input ? [input.Limit] : []));
    // DynamoDB accepts a 32-bit number.
    for (const limit of limits) expect(limit).toBeLessThan(2 ** 31);
  });

  it("links its pages, and has a total if requested", async () => {
    const { host } = await makeHostWith(5);
    const query = { take: 2, page: 2, status: "ACCEPTED" };
    const { headers, links } = await requestBookings(host, { ...query, count: "true" });
    expect(headers["X-Total-Count"]).toBe("5");
    const address = "https://api.example.com/v1/bookings?status=ACCEPTED&count=true&take=2&page=";
    expect(links).toEqual({
      first: `${address}1`,
      prev: `${address}1`,
      next: `${address}3`,
      last: `${address}3`,
    });
    const everything = await requestBookings(host);
    expect(everything.headers).not.toHaveProperty("Link");
    expect(everything.headers).not.toHaveProperty("X-Total-Count");
    expect((await requestBookings(host, { count: "true" })).headers["X-Total-Count"]).toBe("5");
  });

  it.each<Query>([{}, { status: "ACCEPTED" }, { order: "desc" }])(
    "links to the previous and next page without a total: %j",
    async (filter) => {
      const { host } = await makeHostWith(5);
      const relationsOf = async (page: number) => {
        const { headers, links } = await requestBookings(host, { ...filter, take: 2, page });
        expect(headers).not.toHaveProperty("X-Total-Count");
        return Object.entries(links).map(([relation, url]) => [relation, queryOf(url)["page"]?.toString()]);
      };
      expect(await relationsOf(1)).toEqual([
        ["first", "1"],
        ["next", "2"],
      ]);
      expect(await relationsOf(2)).toEqual([
        ["first", "1"],
        ["prev", "1"],
        ["next", "3"],
      ]);
      for (const page of [3, 9])
        expect(await relationsOf(page)).toEqual([
          ["first", "1"],
          ["prev", String(page - 1)],
        ]);
    },
  );
});
