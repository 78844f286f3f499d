import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { Attendees } from "#lib/bookings/attendees/entity.ts";
import { BookmarkItem } from "#lib/bookings/entity.ts";
import { TallyItem } from "#lib/storage/lists/tallies.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { deniedCalls, undeclaredFailures, unusedPermissions } from "#test/contract/permissions.ts";
import { addReference } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { oldAttendee } from "#test/support/builders/old-children.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { linksIn } from "#test/support/calls/request-list.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";

const cloud = useCloud();

const START = Date.UTC(2031, 2, 3);
const HOUR = 3_600_000;
const Item = z.looseObject({ id: z.union([z.int(), z.string()]) });
const List = z.record(z.string(), z.array(Item));
const DISPATCHER = "stream.dispatch";
const LISTS = [
  "/attendees",
  "/booking-references",
  "/bookings",
  "/event-types",
  "/hooks",
  "/payments",
  "/webhooks",
];
/** Bookings of which 500 are bookmarked. */
const COUNT = 520;
let host: UserWithKey;

/** Gets a list by its URL or path. */
async function get(
  address: string,
): Promise<ApiResponse & { ids: (number | string)[]; links: Record<string, string> }> {
  const { baseUrl } = cloud();
  const path = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : address;
  const answer = await clientOf(baseUrl)({ method: "GET", path, key: host.key });
  expect(answer.status, answer.text).toBe(200);
  const ids = Object.values(List.parse(answer.json)).flatMap((items) => items.map(({ id }) => id));
  return { ...answer, ids, links: linksIn(answer.headers["link"]) };
}

/** Follows the links from a page to the last one. */
async function follow(address: string) {
  const pages = [];
  for (let next: string | undefined = address; next; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(next);
    pages.push(page);
    next = page.links["next"];
  }
  return pages;
}

const bookingIds: number[] = [];
beforeAll(async () => {
  host = await makeUserWithKey();
  const eventType = await makeEventType(host.caller);
  for (let at = 0; at < 100; at += 1)
    bookingIds.push(
      (await book(host.caller, eventType, { start: new Date(START + at * HOUR).toISOString() })).id,
    );
  const [bookingId = 0] = bookingIds;
  for (let at = 0; at < 6; at += 1) {
    await addReference(host.caller, { id: bookingId });
    await pay({ bookingId });
    await makeEventType(host.caller);
    await makeWebhook(host.caller, { eventTriggers: ["FORM_SUBMITTED"] });
  }
});

describe("100 bookings", () => {
  it("are 4 pages of 25; the second has 26 to 50", async () => {
    const pages = await follow("/bookings?take=25");
    expect(pages.map(({ ids }) => ids.length)).toEqual([25, 25, 25, 25]);
    expect(pages.flatMap(({ ids }) => ids)).toEqual(bookingIds);
    const second = await get("/bookings?take=25&page=2&count=true");
    expect(second.ids).toEqual(bookingIds.slice(25, 50));
    expect(second.headers["x-total-count"]).toBe("100");
    const relations = ["first", "prev", "next", "last"].map((relation) => second.links[relation]);
    expect(relations).toEqual(
      [1, 1, 3, 4].map((page) => `${cloud().baseUrl}/bookings?count=true&take=25&page=${page}`),
    );
  });

  it("are all in a list without `page`", async () => {
    const { ids, links } = await get("/bookings");
    expect([ids, links]).toEqual([bookingIds, {}]);
  });

  it("have an empty page after the last one, which links to the last one", async () => {
    const { ids, links, headers } = await get("/bookings?take=25&page=9&count=true");
    expect([ids, headers["x-total-count"]]).toEqual([[], "100"]);
    expect((await get(links["prev"] ?? "")).ids).toEqual(bookingIds.slice(75));
  });
});

describe.each(LISTS)("the list %s", (path) => {
  it("is the same by pages, by cursors and as a whole", async () => {
    const { ids: all } = await get(path);
    expect(all.length).toBeGreaterThan(5);
    const byPage = await follow(`${path}?take=4&page=1&count=true`);
    const byCursor = await follow(`${path}?take=4&cursor=&count=true`);
    for (const pages of [byPage, byCursor]) {
      expect(pages.flatMap(({ ids }) => ids)).toEqual(all);
      for (const { headers } of pages) expect(headers["x-total-count"]).toBe(String(all.length));
    }
    expect(byPage).toHaveLength(Math.ceil(all.length / 4));
  });

  it("rejects a cursor of another list", async () => {
    const other = path === "/bookings" ? "/event-types" : "/bookings";
    const next = (await get(`${other}?take=4&cursor=`)).links["next"] ?? "";
    const cursor = new URL(next).searchParams.get("cursor");
    const answer = await clientOf(cloud().baseUrl)({
      method: "GET",
      path: `${path}?cursor=${cursor}`,
      key: host.key,
    });
    expect([answer.status, answer.json["code"]]).toEqual([400, "invalid_request"]);
  });
});

describe("the function that reads the stream", () => {
  it("writes bookmarks, uses all its permissions and is denied nothing", async () => {
    const { userId } = (await makeUserWithKey()).caller;
    // So that the bookings are in two blocks of ids.
    await takeIds("booking", 800);
    const uid = "A uid with this first letter is sampled";
    const changes = (at: number) => (at === COUNT - 1 ? { uid } : {});
    await seedBookings({ hosts: [userId], count: COUNT, changes });
    const bookmarks = async () => (await queryAll(BookmarkItem, { userId })).map(({ ids }) => ids.length);
    await expect.poll(bookmarks, { timeout: 60_000, interval: 50 }).toEqual(Array(5).fill(100));
    const tallies = async () => (await queryAll(TallyItem, { kind: "booking" })).length;
    await expect.poll(tallies, { timeout: 60_000, interval: 50 }).toBe(1);
    const usage = cloud().usage();
    const spec = (await loadRegistry()).consumers.find((consumer) => consumer.spec.id === DISPATCHER)?.spec;
    expect([deniedCalls(usage, DISPATCHER), spec && unusedPermissions(usage, spec)]).toEqual([[], []]);
    expect(undeclaredFailures(cloud().logs(DISPATCHER))).toEqual([]);
  });

  it("lowers the count of attendees when one is removed", async () => {
    const [id = 0] = (await get("/attendees?take=1&page=1")).ids.map(Number);
    // A block of ids is counted when an old attendee with an id after it is created. Only new ids that end in 00 are checked.
    const laterId = (await takeIds("attendee", 1_100)).findLast((each) => each % 100 === 0) ?? 0;
    await transact(Attendees.create(oldAttendee({ id: laterId, userId: host.caller.userId })));
    const count = async () => (await queryAll(TallyItem, { kind: "attendee" }))[0]?.["n000"];
    await expect.poll(count, { timeout: 60_000, interval: 50 }).toBeTypeOf("number");
    const before = Number(await count());
    const removal = { method: "DELETE", path: `/attendees/${id}`, key: host.key };
    expect((await clientOf(cloud().baseUrl)(removal)).status).toBe(200);
    await expect.poll(count, { timeout: 60_000, interval: 50 }).toBe(before - 1);
  });
});
