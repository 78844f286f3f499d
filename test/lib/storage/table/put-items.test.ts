import { beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { putItems } from "#lib/storage/table/put-items.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable({ faults: { seed: 2, unprocessed: 0.3 } });
beforeEach(resetRoundTrips);

const Note = entity({
  name: "note",
  key: { pk: "NOTES#{book}", sk: "{id:10}" },
  schema: z.object({ book: z.int(), id: z.int(), text: z.string() }),
});
const notesIn = (book: number, count: number) =>
  Array.from({ length: count }, (_, id) => ({ book, id, text: `Note ${id}` }));

it("items that DynamoDB leaves unprocessed are sent again, until all are written", async () => {
  const notes = notesIn(1, 60);
  await putItems(Note, notes);
  expect(await queryAll(Note, { book: 1 })).toEqual(notes);
  expect(roundTrips().calls).toBeGreaterThan(3);
});

it("an item may be sent twice, also in one call", async () => {
  const notes = notesIn(2, 3);
  for (const _ of ["once", "again"]) await putItems(Note, [...notes, ...notes]);
  expect(await queryAll(Note, { book: 2 })).toEqual(notes);
});

it("without items nothing is sent", async () => {
  await putItems(Note, []);
  expect(roundTrips().calls).toBe(0);
});
