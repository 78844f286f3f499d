import * as z from "zod";
import { entity } from "#lib/table/entity.ts";

/** An item its schema can't read, and the first reason why. */
const Unreadable = z.object({ pk: z.string(), sk: z.string(), reason: z.string() });
export type Unreadable = z.output<typeof Unreadable>;

/** What a backfill has done so far: items looked at, of any kind; of the kind; brought into their present form; not to be read. */
const Counts = z.object({
  read: z.int(),
  found: z.int(),
  rewritten: z.int(),
  unreadable: z.int(),
});
export type Counts = z.output<typeof Counts>;
export const NO_COUNTS: Counts = { read: 0, found: 0, rewritten: 0, unreadable: 0 };

/** A part of the table: the key to go on behind, once something of it is done. */
const Segment = z.object({
  after: z.object({ pk: z.string(), sk: z.string() }).nullable(),
  isDone: z.boolean(),
});
export type Segment = z.output<typeof Segment>;

/**
 * How far the backfill of a kind of items is that is under way, or was when it was killed; `run` is the process that does so. `examples`
 * are the first ones that can't be read.
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
