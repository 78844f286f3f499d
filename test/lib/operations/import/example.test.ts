import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { LINES, LineType } from "#lib/operations/import/line.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

it("the example of the documentation has a line of each type, and all of it is imported", async () => {
  const example = await readFile(join(PROJECT, "docs/examples/import.jsonl"), "utf8");
  const { result, rejectedLines } = await importLines(example.trim().split("\n"));
  expect([rejectedLines, result.unknown]).toEqual([[], {}]);
  expect(Object.keys(result.counts)).toEqual(LineType.options);
  expect(await getBooking(OPERATOR, 88_001)).toMatchObject({ paid: true, claim: null });
  expect((await getBooking(OPERATOR, 88_002)).claim).not.toBeNull();
});

const Described = z.object({ required: z.array(z.string()) });
const Booking = z.object({
  properties: z.record(z.string(), z.object({ items: z.unknown() }).catch({ items: null })),
});

/** The required fields in a schema, without the type. */
const requiredIn = (described: unknown): string[] =>
  Described.parse(described)
    .required.filter((field) => field !== "type")
    .toSorted();

it("the documentation has the required fields of each type of line, and of the lists in a booking", async () => {
  const text = await readFile(join(PROJECT, "docs/import.md"), "utf8");
  const documented = [...text.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name, fields = ""]) => [
    name,
    [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field).toSorted(),
  ]);
  const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const lines = LineType.options.map((type) => [type, requiredIn(schemaOf(LINES[type]))]);
  const { properties } = Booking.parse(schemaOf(LINES.booking));
  const lists = ["attendees", "references", "payment", "seatsReferences"].map((list) => [
    list,
    Described.parse(properties[list]?.items).required.toSorted(),
  ]);
  expect(documented).toEqual([...lines, ...lists]);
});
