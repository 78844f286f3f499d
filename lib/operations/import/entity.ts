import * as z from "zod";
import { entity } from "#lib/table/entity.ts";
import { LineType } from "./line-type.ts";

/** How many lines of a type ended how. */
export const Counts = z.object({ imported: z.int(), unchanged: z.int(), refused: z.int() });
export type Counts = z.output<typeof Counts>;

/** What was done so far. `line` counts those that were no line of any type, too. */
export const Progress = z.object({
  line: z.int(),
  offset: z.int(),
  counts: z.record(z.string(), Counts),
  /** Field → how often it came though nobody asked for it. */
  unknown: z.record(z.string(), z.int()),
  refusedBytes: z.int(),
});
export type Progress = z.output<typeof Progress>;

/**
 * The one import that is under way, or was when it was killed. `file` is the SHA-256 of what is imported, `run` the process that
 * does so; `floors` are the last ids that had been given out before it, as of `raisedAt`. Nobody else imports before `until`.
 */
export const ImportItem = entity({
  name: "import",
  key: { pk: "IMPORT", sk: "#" },
  schema: Progress.extend({
    id: z.string(),
    file: z.string(),
    run: z.string(),
    floors: z.record(z.string(), z.int()),
    raisedAt: z.string(),
    until: z.string(),
  }),
});
export type ImportState = z.output<typeof ImportItem.schema>;

/**
 * That something was imported: by the hash of its line it is known again. `import` and `number` say which line of which import it
 * was. `isWhole` is false while what hangs on a large booking is not all written.
 */
export const ImportMark = entity({
  name: "import-mark",
  key: { pk: "IM#{type}#{id}", sk: "#" },
  schema: z.object({
    type: z.union([LineType, z.literal("membership_id")]),
    id: z.string(),
    hash: z.string(),
    import: z.string(),
    number: z.int(),
    isWhole: z.boolean(),
  }),
});
export type ImportMark = z.output<typeof ImportMark.schema>;
