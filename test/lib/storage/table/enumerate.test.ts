import { expect, test } from "vitest";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { enumerateAll, enumeratePages } from "#lib/storage/table/enumerate.ts";
import { SequenceItem } from "#lib/storage/table/ids.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const team = (id: number) => ({
  id,
  name: `Team ${id}`,
  slug: null,
  isOrganization: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  owners: 0,
});

test("the list is empty before the first id", async () => {
  expect(await enumerateAll(TeamItem, "team")).toEqual([]);
});

test("items are read in the order of their ids, across gaps and pages, and only pages that are requested", async () => {
  const ids = [1, 2, 500, 501, 777, 1203];
  await writeOne(update(SequenceItem, { kind: "team" }, { set: { last: 1203 } }));
  await transact(ids.map((id) => put(TeamItem, team(id))));
  expect((await enumerateAll(TeamItem, "team")).map(({ id }) => id)).toEqual(ids);
  const { value: first = [] } = await enumeratePages(TeamItem, "team").next();
  expect(first.map(({ id }: { id: number }) => id)).toEqual([1, 2, 500]);
});
