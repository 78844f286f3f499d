import { beforeAll, describe, expect, it } from "vitest";
import { BookingList } from "#lib/bookings/list.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { recountLists } from "#lib/operations/recount/recount.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { TallyItem } from "#lib/storage/lists/tallies.ts";
import { writeTallies } from "#lib/storage/lists/write-tallies.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { listBookingIds, listBookingPages, requestBookings } from "#test/support/calls/list-bookings.ts";
import { idsIn } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const COUNT = 1_350;
/** One of this many bookings is cancelled. */
const RARE = 100;
let admin: Caller;
let hosts: Caller[] = [];
let ids: number[] = [];
beforeAll(async () => {
  admin = await makeHost("ADMIN");
  hosts = [await makeHost(), await makeHost(), await makeHost()];
  const cancelled = { status: "CANCELLED" as const };
  const seed = {
    hosts: hosts.map(({ userId }) => userId),
    changes: (at: number) => (at % RARE === 7 ? cancelled : {}),
  };
  const first = await seedBookings({ ...seed, count: 700 });
  ids = [...first, ...(await seedBookings({ ...seed, count: COUNT - first.length }))];
});

const listCancelledIds = () => ids.filter((_, at) => (at < 700 ? at : at - 700) % RARE === 7);

async function requestPage(query: Query) {
  const answer = await requestBookings(admin, { ...query, count: "true" });
  return { ids: idsIn(answer), total: answer.headers["X-Total-Count"], trips: roundTrips().trips };
}

describe("all bookings, for a system admin", () => {
  it("are filtered without an index by cursors, not by pages", async () => {
    const found = await listBookingPages(admin, { take: 9, status: "cancelled" });
    expect(found.flat()).toEqual(listCancelledIds());
    expect((await listBookingPages(admin, { take: 9, status: "cancelled", order: "desc" })).flat()).toEqual(
      listCancelledIds().toReversed(),
    );
    const { status, json } = await requestBookings(admin, { take: 9, page: 1, status: "cancelled" });
    expect([status, json["detail"]]).toEqual([400, expect.stringContaining("`cursor`")]);
    expect(await listBookingIds(admin, { status: "cancelled" })).toEqual(listCancelledIds());
  });

  it("are those of the requested users, with pages", async () => {
    const [one, two] = hosts.map(({ userId }) => userId);
    const ofHost = (host: number) => ids.filter((_, at) => (at < 700 ? at : at - 700) % 3 === host);
    expect((await requestPage({ userId: one ?? 0, take: 25, page: 3 })).ids).toEqual(ofHost(0).slice(50, 75));
    const both = [...ofHost(0), ...ofHost(1)].toSorted((a, b) => a - b);
    const { ids: found, total } = await requestPage({ userId: [one ?? 0, two ?? 0], take: 30, page: 20 });
    expect(found).toEqual(both.slice(570, 600));
    expect(total).toBe(String(both.length));
    expect(await listBookingIds(admin, { userId: 999_999 })).toEqual([]);
  });

  it("are sorted by time", async () => {
    const { ids: found } = await requestPage({
      sortBy: "startTime",
      take: 4,
      page: 1,
      userId: hosts[0]?.userId ?? 0,
    });
    const starts = [0, 700, 3, 703].map((at) => ids[at]);
    expect(found).toEqual(starts);
    expect((await requestPage({ sortBy: "startTime", order: "desc", take: 2 })).ids).toEqual([
      ids[699],
      ids[698],
    ]);
  });

  it("have counts of complete blocks only, which a recount corrects", async () => {
    await writeTallies(BookingList);
    const [tally] = await queryAll(TallyItem, { kind: "booking" });
    expect(tally).toMatchObject({ n000: 999 });
    expect(tally).not.toHaveProperty("n001");
    await writeOne(update(TallyItem, { kind: "booking", million: 0 }, { set: { n000: 17 } }));
    await recountLists(OPERATOR);
    expect((await queryAll(TallyItem, { kind: "booking" }))[0]).toEqual(tally);
  });
});
