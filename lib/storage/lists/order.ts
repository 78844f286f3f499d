import * as z from "zod";
import type { Range } from "#lib/storage/table/query.ts";

/** The direction of a list. */
export const Order = z.enum(["asc", "desc"]);
export type Order = z.output<typeof Order>;

/** The range of sort keys after an id, in the direction of a list. */
export const rangeAfterId = (order: Order, id: number, keyOf: (id: number) => string): Range =>
  order === "asc" ? { after: keyOf(id) } : { until: keyOf(Math.max(0, id - 1)) };
