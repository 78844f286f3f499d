import { beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedItems } from "#test/support/builders/seed-items.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { idsIn, listPages, requestList } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { testAttendeePages } from "./attendee-pages.ts";

const COUNT = 5_000;
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

testAttendeePages(COUNT, () => host);

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
