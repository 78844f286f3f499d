import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { BookingList, selectedKeysOfHosts } from "#lib/bookings/list.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { readBatchAfter, selectWindow } from "#lib/entry/http/list-window.ts";
import { listOfLocations } from "#lib/storage/lists/list-of-locations.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { listBookingIds, listBookingPages, requestBookings } from "#test/support/calls/list-bookings.ts";
import { idsIn, queryOf } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

let host: Caller;
let other: Caller;
let ids: number[] = [];
beforeAll(async () => {
  [host, other] = [await makeHost(), await makeHost()];
  ids = await seedBookings({ hosts: [host.userId], count: 60 });
});

/** Returns the query of the link to the next page. */
async function getNextQuery(caller: Caller, query: Query): Promise<Query> {
  const { links } = await requestBookings(caller, query);
  return queryOf(links["next"] ?? "");
}
const getRejection = async (caller: Caller, query: Query) => {
  const { status, json } = await requestBookings(caller, query);
  return [status, json["code"]];
};

describe("a cursor", () => {
  it("pages through a list to its end, with each booking once", async () => {
    const pages = await listBookingPages(host, { take: 25, cursor: "" });
    expect(pages.map((page) => page.length)).toEqual([25, 25, 10]);
    expect(pages.flat()).toEqual(ids);
    expect((await listBookingPages(host, { take: 20, cursor: "" })).map((page) => page.length)).toEqual([
      20, 20, 20,
    ]);
    expect((await listBookingPages(host, { cursor: "" })).map((page) => page.length)).toEqual([
      10, 10, 10, 10, 10, 10,
    ]);
  });

  it.each<Query>([
    { order: "desc" },
    { sortBy: "startTime" },
    { sortBy: "updatedAt", order: "desc" },
    { status: "upcoming" },
  ])("leads through a list with %j", async (query) => {
    const all = await listBookingIds(host, query);
    expect((await listBookingPages(host, { ...query, take: 7, cursor: "" })).flat()).toEqual(all);
  });

  it("comes with the total and links to the first and next page", async () => {
    const { headers, links } = await requestBookings(host, { take: 50, cursor: "", count: "true" });
    expect(headers["X-Total-Count"]).toBe("60");
    expect(Object.keys(links)).toEqual(["first", "next"]);
    expect(links["first"]).toBe("https://api.example.com/v1/bookings?count=true&take=50&cursor=");
    expect(Object.keys((await requestBookings(host, queryOf(links["next"] ?? ""))).links)).toEqual(["first"]);
  });

  it("can be used with another page size", async () => {
    expect(
      idsIn(
        await requestBookings(host, { ...(await getNextQuery(host, { take: 10, cursor: "" })), take: 3 }),
      ),
    ).toEqual(ids.slice(10, 13));
  });

  it("is rejected for another user, another filter and another order", async () => {
    const query = await getNextQuery(host, { take: 10, cursor: "", status: "upcoming" });
    const { cursor = "" } = query;
    expect(await getRejection(host, query)).toEqual([200, undefined]);
    expect(await getRejection(other, query)).toEqual([400, "invalid_request"]);
    const others: Query[] = [{}, { status: "ACCEPTED" }, { status: "upcoming", order: "desc" }];
    for (const filters of others)
      expect(await getRejection(host, { ...filters, take: 10, cursor })).toEqual([400, "invalid_request"]);
  });

  it("is rejected if it was changed", async () => {
    const { cursor } = await getNextQuery(host, { take: 10, cursor: "" });
    const text = String(cursor);
    const letter = fc.constantFrom(..."ABCXYZabcxyz0189-_=+/. ");
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), letter, async (at, replacement) => {
        const forged = text.slice(0, at) + replacement + text.slice(at + 1);
        if (forged !== text)
          expect(await getRejection(host, { cursor: forged })).toEqual([400, "invalid_request"]);
      }),
    );
    for (const forged of [
      text.slice(1),
      text.slice(0, -1),
      `${text}A`,
      `${text}=`,
      "A",
      "!",
      text.toUpperCase(),
    ])
      expect(await getRejection(host, { cursor: forged })).toEqual([400, "invalid_request"]);
  });

  it("continues after bookings that no longer match the filter", async () => {
    const unmatched = new Set(ids.slice(0, 15));
    const keys = ids.map((id) => ({ userId: host.userId, id }));
    const source = listOfLocations(BookingList, async () => keys, {
      order: "asc",
      matches: ({ id }) => !unmatched.has(id),
    });
    const address = { url: "https://api.example.com/v1/bookings", filters: [] };
    const { pages, headers } = await selectWindow({
      source,
      query: { take: 10, cursor: "" },
      address,
      owner: "me",
    });
    const listed: number[] = [];
    for await (const page of pages) listed.push(...(page as { id: number }[]).map(({ id }) => id));
    expect(listed).toEqual(ids.slice(15, 25));
    expect(headers?.["Link"]).toContain('rel="next"');
  });

  it("omits no booking if the last one of its page changes while the page is read", async () => {
    const { userId } = host;
    const sortedBy = ({ updatedAt }: { updatedAt: string }) => updatedAt;
    const load = async () => {
      const keys = await selectedKeysOfHosts([userId], { sortedBy });
      await updateBooking(host, { id: ids[9] ?? 0 }, BookingUpdate.parse({ title: "Changed" }));
      return keys;
    };
    const source = listOfLocations(BookingList, load, { order: "asc" });
    const query = { cursor: "", take: 10, owner: "me", filters: [] };
    const { items, next: cursor = "" } = await readBatchAfter(source, query);
    expect(items.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    const rest = await readBatchAfter(source, { ...query, cursor, take: 100 });
    expect(rest.items.map(({ id }) => id)).toEqual(ids.slice(10));
  });

  it("skips and repeats no earlier booking while others are created", async () => {
    const listed: number[] = [];
    const late: number[] = [];
    for (let query: Query | undefined = { take: 9, cursor: "" }; query; ) {
      const answer = await requestBookings(host, query);
      listed.push(...idsIn(answer));
      late.push(...(await seedBookings({ hosts: [host.userId], count: 2 })));
      const { next: following }: Record<string, string> = answer.links;
      query = following === undefined || late.length > 30 ? undefined : queryOf(following);
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
  });
});
