import * as z from "zod";
import { absent, equals } from "./condition.ts";
import { entity } from "./entity.ts";
import { type IdKind, SequenceItem } from "./ids.ts";
import { update } from "./operations.ts";
import { getItem } from "./read.ts";
import { retryRefused } from "./retry-refused.ts";
import { transact } from "./write.ts";

/** Ids `[first, last]`. */
export const IdRange = z.tuple([z.int(), z.int()]);
export type IdRange = z.output<typeof IdRange>;

/** Ids of a kind that are never given out, for they were set aside before the counter came to them. */
export const ReservedIdsItem = entity({
  name: "reserved-ids",
  key: { pk: "SEQ#{kind}", sk: "RESERVED" },
  schema: z.object({ kind: z.string(), ranges: z.array(IdRange) }),
});

/** Ranges that are remembered, the latest. */
const MOST_RANGES = 1_000;

/** The last id given out of a kind; 0 when there was none. */
export const lastId = async (kind: IdKind): Promise<number> =>
  (await getItem(SequenceItem, { kind }))?.last ?? 0;

/** The ranges of ids of a kind that were set aside. */
export const reservedIds = async (kind: IdKind): Promise<IdRange[]> =>
  (await getItem(ReservedIdsItem, { kind }))?.ranges ?? [];

/**
 * Sees to it that no id up to this one is given out any more, and answers the last one that had been given out before. Those behind that
 * one are set aside: no function has them in its hands.
 */
export async function raiseIds(kind: IdKind, to: number): Promise<number> {
  return retryRefused(async () => {
    const last = await lastId(kind);
    if (last >= to) return last;
    const before = await reservedIds(kind);
    const ranges = [...before.slice(1 - MOST_RANGES), [last + 1, to]];
    const unchanged = last === 0 ? absent("last") : equals("last", last);
    await transact([
      update(SequenceItem, { kind }, { set: { last: to }, if: unchanged }),
      update(ReservedIdsItem, { kind }, { set: { kind, ranges } }),
    ]);
    return last;
  });
}
