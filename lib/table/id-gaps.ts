import * as z from "zod";
import { entity } from "./entity.ts";
import type { IdKind } from "./ids.ts";
import { getItem } from "./read.ts";

/** Ids `[first, last]`. */
export const IdRange = z.tuple([z.int(), z.int()]);
export type IdRange = z.output<typeof IdRange>;

/**
 * The wide gaps in the ids of a kind, rising, of which none is anybody's nor will be: ids that were brought in from elsewhere may
 * begin in the millions, and a walk through all ids skips the gaps between.
 */
export const IdGapsItem = entity({
  name: "id-gaps",
  key: { pk: "SEQ#{kind}", sk: "GAPS" },
  schema: z.object({ kind: z.string(), gaps: z.array(IdRange) }),
});

/** Ids of a gap that is worth passing over: as many as are read at once. */
const WIDE = 500;
/** Gaps that are kept, the widest: 100 KB. */
const MOST_KEPT = 4_000;

/** The gaps of a kind. */
export const readIdGaps = async (kind: IdKind): Promise<IdRange[]> =>
  (await getItem(IdGapsItem, { kind }))?.gaps ?? [];

/** What is left of some rising gaps around some ids: the widest, rising. */
export function splitGaps(gaps: readonly IdRange[], ids: readonly number[]): IdRange[] {
  const rising = Float64Array.from(ids).toSorted();
  const left: IdRange[] = [];
  let at = 0;
  for (const [from, last] of gaps) {
    let first = from;
    for (; at < rising.length && (rising[at] ?? 0) <= last; at += 1) {
      const id = rising[at] ?? 0;
      if (id < first) continue;
      left.push([first, id - 1]);
      first = id + 1;
    }
    left.push([first, last]);
  }
  const wide = left.filter((gap) => widthOf(gap) >= WIDE);
  const widest = wide.toSorted((one, other) => widthOf(other) - widthOf(one)).slice(0, MOST_KEPT);
  return widest.toSorted(([one], [other]) => one - other);
}

const widthOf = ([first, last]: IdRange): number => last - first + 1;
