import type { Batch } from "./batches.ts";
import type { Counts, Progress } from "./entity.ts";
import type { LineType } from "./line-type.ts";
import type { Ended } from "./write-bundle.ts";

/** A line that was refused, and why. */
export interface Refusal {
  line: number;
  type: LineType | undefined;
  id: number | string | undefined;
  code: string;
  reason: string;
}

/** Where an import begins. */
export const START: Progress = { line: 0, offset: 0, counts: {}, unknown: {}, refusedBytes: 0 };

/** Unknown fields that are counted by name; a hostile file has ever new ones. */
const MOST_NAMES = 200;
/** Characters that are kept of such a name: all of them are in one item. */
const LONGEST_NAME = 100;

/** What was done, with some lines more; those of no known type count as `other`. */
export function added(before: Progress, lines: Batch["lines"], ended: ReadonlyMap<number, Ended>): Progress {
  const counts = { ...before.counts };
  const unknown = { ...before.unknown };
  for (const each of lines) {
    const isRead = "line" in each;
    const type = (isRead ? each.line.type : each.type) ?? "other";
    const outcome = ended.get(each.number) ?? "refused";
    counts[type] = counted(counts[type], typeof outcome === "string" ? outcome : "refused");
    for (const name of isRead ? each.unknown.map(cut) : [])
      if (name in unknown || Object.keys(unknown).length < MOST_NAMES)
        unknown[name] = (unknown[name] ?? 0) + 1;
  }
  return { ...before, counts, unknown };
}

const cut = (name: string): string => name.slice(0, LONGEST_NAME).toWellFormed();

function counted(counts: Counts | undefined, outcome: keyof Counts): Counts {
  const { imported, unchanged, refused } = counts ?? { imported: 0, unchanged: 0, refused: 0 };
  const sum = { imported, unchanged, refused };
  return { ...sum, [outcome]: sum[outcome] + 1 };
}
