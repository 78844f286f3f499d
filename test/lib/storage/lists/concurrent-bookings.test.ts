import { expect, it } from "vitest";
import { BookingList } from "#lib/bookings/list.ts";
import { listOfAll } from "#lib/storage/lists/list-of-all.ts";
import { raiseIds, readLastId } from "#lib/storage/table/raise-ids.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

it.each([
  ["asc", 15],
  ["desc", 15],
  ["asc", 80],
  ["desc", 80],
] as const)(
  "pages of all bookings omit none if bookings are created between the count and the read: %s, %i per page",
  async (order, take) => {
    const { userId } = await makeHost();
    await raiseIds("booking", Math.ceil((await readLastId("booking")) / 1_000) * 1_000 + 960);
    const existing = await seedBookings({ hosts: [userId], count: 100 });
    const listed = new Set<number>();
    for (let skip = 0, total = 1; skip < total; skip += take) {
      const list = listOfAll(BookingList, order);
      total = await list.count();
      await seedBookings({ hosts: [userId], count: 2 });
      for await (const page of list.skip(skip, take)) for (const { id } of page) listed.add(id);
    }
    expect(existing.filter((id) => !listed.has(id))).toEqual([]);
  },
);

it("a whole list of all bookings is read in small pages", async () => {
  const { userId } = await makeHost();
  await seedBookings({ hosts: [userId], count: 450 });
  const list = listOfAll(BookingList, "asc");
  const sizes = (await Array.fromAsync(list.read({}))).map((page) => page.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(await list.count());
});
