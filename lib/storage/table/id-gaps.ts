import * as z from "zod";
import { entity } from "./entity.ts";
import type { IdKind } from "./ids.ts";
import { findItem } from "./read.ts";

/** The first and the last id of a range. */
export const IdRange = z.tuple([z.int(), z.int()]);
export type IdRange = z.output<typeof IdRange>;

/**
 * The wide gaps between the ids of a kind, ascending. No id in a gap is or will be used. Imported ids may start in the millions, and
 * reading all ids skips the gaps.
 */
export const IdGapsItem = entity({
  name: "id-gaps",
  key: { pk: "SEQ#{kind}", sk: "GAPS" },
  schema: z.object({ kind: z.string(), gaps: z.array(IdRange) }),
});

/** Minimum number of ids in a stored gap: reading fewer takes one call. */
const NARROWEST_GAP = 500;
/** Maximum number of stored gaps, about 100 KB. */
const MAX_GAPS = 4_000;

/** Reads the gaps of a kind. */
export const readIdGaps = async (kind: IdKind): Promise<IdRange[]> =>
  (await findItem(IdGapsItem, { kind }))?.gaps ?? [];

/** Splits ascending gaps at the ids inside them. Returns the widest parts, ascending. */
export function splitGaps(gaps: readonly IdRange[], ids: readonly number[]): IdRange[] {
  const ascending = Float64Array.from(ids).toSorted();
  const parts: IdRange[] = [];
  let at = 0;
  for (const [from, last] of gaps) {
    let first = from;
    for (; at < ascending.length && (ascending[at] ?? 0) <= last; at += 1) {
      const id = ascending[at] ?? 0;
      if (id < first) continue;
      parts.push([first, id - 1]);
      first = id + 1;
    }
    parts.push([first, last]);
  }
  const wide = parts.filter((part) => widthOf(part) >= NARROWEST_GAP);
  const widest = wide.toSorted((one, other) => widthOf(other) - widthOf(one)).slice(0, MAX_GAPS);
  return widest.toSorted(([one], [other]) => one - other);
}

const widthOf = ([first, last]: IdRange): number => last - first + 1;
