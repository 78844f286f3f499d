import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { LineType } from "#lib/operations/import/line.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

it("the example of the documentation has a line of each type, and all of it is imported", async () => {
  const example = await readFile(join(PROJECT, "docs/examples/import.jsonl"), "utf8");
  const { result, refusals } = await importLines(example.trim().split("\n"));
  expect([refusals, result.unknown]).toEqual([[], {}]);
  expect(Object.keys(result.counts)).toEqual(LineType.options);
  expect(await getBooking(OPERATOR, 88_001)).toMatchObject({ paid: true, claim: null });
  expect((await getBooking(OPERATOR, 88_002)).claim).not.toBeNull();
});

it("the documentation describes each type of line", async () => {
  const text = await readFile(join(PROJECT, "docs/import.md"), "utf8");
  const documented = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, type]) => type);
  expect(documented).toEqual(LineType.options);
});
