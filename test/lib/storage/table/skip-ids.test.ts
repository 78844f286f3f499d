import { expect, it } from "vitest";
import { UserItem } from "#lib/identity/users/entity.ts";
import { enumeratePages } from "#lib/storage/table/enumerate.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { skipIds } from "#lib/storage/table/raise-ids.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

useLocalTable();

it("skipped ids are never used, and are not read", async () => {
  const [{ userId }, [team = 0]] = [await makeHost(), await takeIds("team", 1)];
  const before = await scanTable();
  const preview = await skipIds(50_000, { isDryRun: true });
  expect(await scanTable()).toEqual(before);
  const skipped = await skipIds(50_000, { isDryRun: false });
  expect(skipped).toEqual(preview);
  expect(skipped).toMatchObject({ user: userId + 50_000, team: team + 50_000, booking: 50_000 });
  expect((await makeHost()).userId).toBe(userId + 50_001);
  expect(await takeIds("booking", 1)).toEqual([50_001]);
  const pages = await Array.fromAsync(enumeratePages(UserItem, "user"));
  expect(pages.flat().map(({ id }) => id)).toEqual([userId, userId + 50_001]);
  expect(pages.length).toBeLessThan(4);
});
