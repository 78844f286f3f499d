import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { DUE_INDEX, processDueItems } from "#lib/storage/table/due.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { passSeconds } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const Errand = entity({
  name: "errand",
  key: { pk: "ERRAND#{id}", sk: "#" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{id}" } },
  schema: z.object({ id: z.int(), due: z.string(), wakesAt: z.string() }),
});
const WAKES_AT = "2026-01-05T09:00:00.000Z";
const UNTIL = "2026-01-05T10:00:00.000Z";
/** One more than the items of a page. */
const ERRANDS = 26;

let tests = 0;
let due: string;
let ids: number[];
let done: number[];
beforeEach(async () => {
  tests += 1;
  due = `errands-${tests}`;
  ids = Array.from({ length: ERRANDS }, (_, at) => tests * 100 + at);
  done = [];
  await transact(ids.map((id) => put(Errand, { id, due, wakesAt: WAKES_AT })));
});

/** Does the due errands; each page takes some seconds. */
const doErrands = (seconds: number) =>
  processDueItems({
    entity: Errand,
    due,
    until: UNTIL,
    process: async (errands) => {
      done.push(...errands.map(({ id }) => id));
      passSeconds(seconds);
    },
  });

test("a run of more than 20 seconds leaves the other due items to the next one", async () => {
  expect((await doErrands(21)).next).toBeDefined();
  expect(done).toHaveLength(ERRANDS - 1);
  expect((await doErrands(1)).next).toBeUndefined();
  expect(done.toSorted((one, other) => one - other)).toEqual(ids);
});

test("an item that is not due any more is not processed, although the index still has its earlier time", async () => {
  const [id = 0, ...others] = ids;
  const later = { wakesAt: "2026-01-05T11:00:00.000Z", GSI1sk: `${WAKES_AT}#${id}` };
  await writeOne(update(Errand, { id }, { set: later }));
  await doErrands(1);
  expect(done.toSorted((one, other) => one - other)).toEqual(others);
});
