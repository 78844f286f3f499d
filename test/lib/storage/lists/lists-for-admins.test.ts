import { beforeAll, describe, expect, it } from "vitest";
import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import type { Caller } from "#lib/caller.ts";
import { writeTallies } from "#lib/storage/lists/write-tallies.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedItems } from "#test/support/builders/seed-items.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { elementsIn, idsIn, listPages, requestList } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const RESOURCES = ["attendees", "booking-references", "bookings", "payments"] as const;
const COUNT = 2_350;
useLocalTable({ items: seeded });
function* seeded(): Generator<string> {
  for (const resource of RESOURCES) yield* seedItems(resource, { count: COUNT, hosts: 3 });
}
let admin: Caller;
let host: Caller;
beforeAll(async () => {
  [host, admin] = [await makeHost(), await makeHost("ADMIN")];
});

const ids = Array.from({ length: COUNT }, (_, at) => at + 1);

describe.each(RESOURCES)("the %s of all hosts, for a system admin", (resource) => {
  async function pageOf(query: Query) {
    const response = await requestList(resource, admin, { ...query, count: "true" });
    return { ids: idsIn(response), total: response.headers["X-Total-Count"], trips: response.trips };
  }

  it.each(["before", "after"])(
    "are listed in pages with at most four round trips, %s tallies are written",
    async (when) => {
      if (when === "after") await Promise.all(LIST_KINDS.map(writeTallies));
      for (const [take, page] of [
        [25, 1],
        [25, 80],
        [25, 94],
        [1_000, 2],
      ] as const)
        for (const [order, all] of [
          ["asc", ids],
          ["desc", ids.toReversed()],
        ] as const) {
          const { trips, ...found } = await pageOf({ take, page, order });
          expect(found).toEqual({ ids: all.slice((page - 1) * take, page * take), total: String(COUNT) });
          expect(trips).toBeLessThanOrEqual(4);
        }
      expect((await pageOf({ take: 25, page: 95 })).ids).toEqual([]);
    },
  );

  it("are listed as a whole and by cursor, each once, in both orders", async () => {
    for (const [order, all] of [
      ["asc", ids],
      ["desc", ids.toReversed()],
    ] as const) {
      expect((await pageOf({ order })).ids).toEqual(all);
      expect((await listPages(resource, admin, { take: 500, cursor: "", order })).flat()).toEqual(all);
    }
  });

  it("are only their own for other users", async () => {
    expect((await requestList(resource, host, { take: 1, count: "true" })).headers["X-Total-Count"]).toBe(
      "784",
    );
  });
});

describe("a filter of the elements of all hosts", () => {
  const rare = { email: ["GUEST-2001@example.com", "guest-7@example.com"] };

  it("supports cursors, which return each element once", async () => {
    expect(await listPages("attendees", admin, { ...rare, take: 1, cursor: "" })).toEqual([[7], [2_001], []]);
    expect(idsIn(await requestList("attendees", admin, rare))).toEqual([7, 2_001]);
    expect((await listPages("payments", admin, { success: "false", take: 100 })).flat()).toEqual(
      ids.filter((id) => id % 10 === 0),
    );
  });

  it("supports no pages, and the error says so", async () => {
    for (const [resource, filter] of [
      ["attendees", rare],
      ["booking-references", { type: "video" }],
      ["payments", { refunded: "false" }],
    ] as const) {
      const { status, json } = await requestList(resource, admin, { ...filter, page: 2 });
      expect([status, json["detail"]]).toEqual([400, expect.stringContaining("`cursor`")]);
    }
  });
});

it("the data of payments is only for system admins", async () => {
  const query = { take: 1 };
  expect(elementsIn(await requestList("payments", admin, query))).toMatchObject([
    { id: 1, data: { charge: "charge-1" }, app: null },
  ]);
  expect(elementsIn(await requestList("payments", host, query))).toMatchObject([{ id: 1, data: null }]);
  expect(elementsIn(await requestList("payments", host, { ...query, cursor: "" }))).toMatchObject([
    { id: 1, data: null },
  ]);
});
