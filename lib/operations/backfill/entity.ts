import * as z from "zod";
import { entity } from "#lib/storage/table/entity.ts";

/** An item that its schema can't parse, and the first reason. */
const Unreadable = z.object({ pk: z.string(), sk: z.string(), reason: z.string() });
export type Unreadable = z.output<typeof Unreadable>;

/** How many items a backfill has read (of any kind), found (of its kind), rewritten, and could not parse. */
const Counts = z.object({
  read: z.int(),
  found: z.int(),
  rewritten: z.int(),
  unreadable: z.int(),
});
export type Counts = z.output<typeof Counts>;
export const NO_COUNTS: Counts = { read: 0, found: 0, rewritten: 0, unreadable: 0 };

/** A part of the table. `after`: the key of the last processed item, from which the scan continues; null at the start. */
const Segment = z.object({
  after: z.object({ pk: z.string(), sk: z.string() }).nullable(),
  isDone: z.boolean(),
});
export type Segment = z.output<typeof Segment>;

/**
 * The checkpoint of an unfinished backfill of one kind of items. `run` identifies the process that works on it. `examples` are the first
 * items that could not be parsed.
 */
export const BackfillItem = entity({
  name: "backfill",
  key: { pk: "BACKFILL#{kind}", sk: "#" },
  schema: z.object({
    kind: z.string(),
    run: z.string(),
    startedAt: z.string(),
    segments: z.array(Segment),
    counts: Counts,
    examples: z.array(Unreadable),
    ttl: z.int(),
  }),
  notPersonal: ["examples.*.reason"],
});
export type BackfillState = z.output<typeof BackfillItem.schema>;
