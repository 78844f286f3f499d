import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AttendeeItem } from "#lib/bookings/attendees/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { present } from "#lib/storage/table/condition.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedItems } from "#test/support/builders/seed-items.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { idsIn, listPages, requestList, streamOfList } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const COUNT = 20_000;
const FEW = 1_200;
useLocalTable({ items: seeded });
function* seeded(): Generator<string> {
  yield* seedItems("attendees", { count: COUNT, hosts: 1 });
  yield* seedItems("booking-references", { count: FEW, hosts: 2 });
  yield* seedItems("payments", { count: FEW, hosts: 2 });
}
let host: Caller;
let other: Caller;
beforeAll(async () => {
  [host, other] = [await makeHost(), await makeHost()];
});
beforeEach(() => {
  captureLines();
});

const TAKE = 50;
const attendees = Array.from({ length: COUNT }, (_, at) => at + 1);
const pageIn = (ids: readonly number[], page: number) => ids.slice((page - 1) * TAKE, page * TAKE);

async function pageOf(query: Query) {
  const { headers, trips, ...response } = await requestList("attendees", host, {
    take: TAKE,
    count: "true",
    ...query,
  });
  return { ids: idsIn({ headers, ...response }), total: headers["X-Total-Count"], trips };
}

describe("a host with 20,000 attendees", () => {
  it.each([1, 2, 200, 399, 400, 401])("gets page %i in at most four round trips", async (page) => {
    const { trips, ...found } = await pageOf({ page });
    expect(found).toEqual({ ids: pageIn(attendees, page), total: "20000" });
    expect(trips).toBeLessThanOrEqual(4);
  });

  it.each([1, 2, 400])("gets page %i from the end in at most four round trips", async (page) => {
    const { trips, ...found } = await pageOf({ page, order: "desc" });
    expect(found).toEqual({ ids: pageIn(attendees.toReversed(), page), total: "20000" });
    expect(trips).toBeLessThanOrEqual(4);
  });

  it("has a list that is read while the client receives it", async () => {
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, "send");
    for await (const chunk of await streamOfList("attendees", host)) {
      expect(String(chunk)).toContain('"attendees":[');
      break;
    }
    expect(send.mock.calls.length).toBeLessThan(10);
  });

  it("has no deleted attendee in the list", async () => {
    const deleted = { userId: host.userId, id: 25, bookingId: 1 };
    await writeOne(remove(AttendeeItem, deleted, { if: present("pk") }));
    const { ids, total } = await pageOf({ page: 1 });
    expect([ids, total]).toEqual([attendees.filter((id) => id !== 25).slice(0, TAKE), "19999"]);
    expect((await pageOf({ page: 400 })).ids).toEqual(attendees.slice(-TAKE + 1));
  });
});

describe.each(["booking-references", "payments"] as const)("the %s of a host", (resource) => {
  const ids = Array.from({ length: FEW / 2 }, (_, at) => 2 * at + 2);

  it("are listed as a whole, by page and by cursor, each once, without those of others", async () => {
    expect(idsIn(await requestList(resource, other))).toEqual(ids);
    expect((await listPages(resource, other, { take: 250, page: 1 })).flat()).toEqual(ids);
    expect((await listPages(resource, other, { take: 250, cursor: "" })).flat()).toEqual(ids);
    const backwards = await listPages(resource, other, { take: 250, cursor: "", order: "desc" });
    expect(backwards.flat()).toEqual(ids.toReversed());
  });

  it("are listed with their total and links to other pages", async () => {
    const { headers, links } = await requestList(resource, other, { take: 100, page: 2, count: "true" });
    expect(headers["X-Total-Count"]).toBe("600");
    expect(Object.keys(links)).toEqual(["first", "prev", "next", "last"]);
  });

  it("are filtered", async () => {
    const query: Query = resource === "payments" ? { success: "false" } : { type: "video" };
    const expected = resource === "payments" ? ids.filter((id) => id % 10 === 0) : ids;
    expect(idsIn(await requestList(resource, other, query))).toEqual(expected);
    expect(
      (await requestList(resource, other, { ...query, take: 1, count: "true" })).headers["X-Total-Count"],
    ).toBe(String(expected.length));
  });
});
