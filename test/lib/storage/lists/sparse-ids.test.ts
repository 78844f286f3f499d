import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { BookingLocator } from "#lib/bookings/entity.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import type { ListKind } from "#lib/storage/lists/kind.ts";
import { listOfAll } from "#lib/storage/lists/list-of-all.ts";
import { put, remove } from "#lib/storage/table/operations.ts";
import { raiseIds } from "#lib/storage/table/raise-ids.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { interceptTable } from "#test/support/table/table-calls.ts";

useLocalTable();

/** Which of 1,000 ids are unused: one, few, half of them at one end, and most. */
const UNUSED = [
  (at: number) => at === 0,
  (at: number) => at % 90 === 3,
  (at: number) => at < 500,
  (at: number) => at >= 500,
  (at: number) => at % 7 !== 0,
  (at: number) => at >= 940,
];
const ids = UNUSED.flatMap((isUnused, block) =>
  Array.from({ length: 1_000 }, (_, at) => at).flatMap((at) => (isUnused(at) ? [] : [block * 1_000 + at])),
);
/** Elements that have only a location. */
const Locations: ListKind = {
  kind: "booking",
  locator: BookingLocator,
  find: async (locations) => locations.map((each) => ({ ...each, createdAt: "2026-01-05T09:00:00.000Z" })),
};
let read = 0;

beforeAll(async () => {
  for (let at = 0; at < ids.length; at += 98)
    await transact(ids.slice(at, at + 98).map((id) => put(BookingLocator, { id, userId: 1 })));
  await raiseIds("booking", UNUSED.length * 1_000 - 1);
  return interceptTable(async ({ command, send }) => {
    const response = await send();
    if (command instanceof QueryCommand && command.input.Select !== "COUNT" && "Count" in response)
      read += response.Count ?? 0;
    return response;
  });
});

async function idsOf(list: ReturnType<typeof listOfAll>, skip: number, take: number) {
  return (await Array.fromAsync(list.skip(skip, take))).flat().map(({ id }) => id);
}

describe.each(["asc", "desc"] as const)("pages of blocks with unused ids, %s", (order) => {
  const ordered = order === "asc" ? ids : ids.toReversed();

  it.each([25, 130, 1_000])("have the right elements: %i of them", async (take) => {
    for (let skip = 0; skip <= ids.length; skip += Math.max(take, 370)) {
      resetRoundTrips();
      const page = await idsOf(listOfAll(Locations, order), skip, take);
      expect(page, `after ${skip}`).toEqual(ordered.slice(skip, skip + take));
      expect(roundTrips().trips).toBeLessThanOrEqual(take < 1_000 ? 3 : 4);
    }
  });

  it("read few locations of other pages", async () => {
    for (const at of [980, 1_900, 1_970].map((skip) => (order === "asc" ? skip : ids.length - skip))) {
      read = 0;
      await idsOf(listOfAll(Locations, order), at, 10);
      expect(read).toBeLessThan(100);
    }
  });
});

it("pages omit no element if others were deleted after the count", async () => {
  const list = listOfAll(Locations, "asc");
  await list.count();
  const deleted = [1_004, 1_005, 1_006];
  for (const id of deleted) await writeOne(remove(BookingLocator, { id }));
  const found: number[] = [];
  for (let skip = 0; skip <= ids.length; skip += 150) found.push(...(await idsOf(list, skip, 150)));
  expect([...new Set(found)]).toEqual(ids.filter((id) => !deleted.includes(id)));
});
