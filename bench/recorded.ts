import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { CALLS } from "#infra/documents/units.ts";
import { PROJECT } from "#infra/project.ts";
import type { Part } from "./part.ts";

const RoundTrips = z.record(z.string(), z.object({ first: z.int(), later: z.int() }));
const WRITES: Record<string, number> = { "bookings.create": 20, "bookings.cancel": 12 };
const ROUND_TRIPS: Record<string, number> = {
  "bookings.get": 1,
  "bookings.list": 1,
  "bookings.create": 1,
  "bookings.cancel": 2,
};

/** Part `recorded`: the round trips and write units of calls, which two tests measure exactly. */
export const recorded: Part = async () => {
  const file = await readFile(join(PROJECT, "docs/round-trips.json"), "utf8");
  const trips = RoundTrips.parse(JSON.parse(file));
  const rows = Object.entries(CALLS).map(([name, { writes }]) => ({
    name,
    cells: {
      "round trips": limited(trips[name]?.later ?? Number.NaN, ROUND_TRIPS[name]),
      "write units": limited(writes, WRITES[name]),
    },
  }));
  const note =
    "`test/contract/round-trips.test.ts` and `test/infra/documents/cost.test.ts` fail if a value differs. Round trips are those of a warm function.";
  return [{ title: "Calls of the table", note, rows }];
};

const limited = (value: number, atMost: number | undefined) => ({
  value,
  unit: "",
  ...(atMost !== undefined && { budget: { atMost } }),
});
