import type { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { IdKind } from "#lib/table/ids.ts";
import { type IdRange, reservedIds } from "#lib/table/raise-ids.ts";
import { isTaken, takenAmong } from "./id-places.ts";

/** Milliseconds after which whatever was given out has been used, or never will be (`lib/table/ids.ts`). */
const USED_AFTER = 60_000;

/** Waits so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>;

type Ids = readonly [IdKind, number][];

/** Answers once nobody else can come with the ids of some lines: why those of a line may not be used, if so. */
export type SettleIds = (lines: readonly Ids[]) => Promise<(Failure | undefined)[]>;

/**
 * Makes what lets the ids of lines go on: those set aside for imports at once, others only when they are free, and a minute after `raisedAt`, when
 * the counters were above them. A call that had been given one has ended by then.
 */
export async function settlingIds(
  kinds: Iterable<IdKind>,
  { raisedAt, wait }: { raisedAt: string; wait: Wait },
): Promise<SettleIds> {
  const reserved = new Map<IdKind, IdRange[]>();
  for (const kind of kinds) reserved.set(kind, await reservedIds(kind));
  const isReserved = (kind: IdKind, id: number): boolean =>
    reserved.get(kind)?.some(([first, last]) => first <= id && id <= last) ?? false;
  return async (lines) => {
    const doubted = lines.map((ids) => ids.filter(([kind, id]) => !isReserved(kind, id)));
    const taken = new Set((await takenAmong(doubted.flat())).map(String));
    const refusals = doubted.map((ids) => {
      const first = ids.find((each) => taken.has(String(each)));
      return first && isTaken(...first);
    });
    const left = Date.parse(raisedAt) + USED_AFTER - now();
    if (left > 0 && doubted.some((ids, at) => ids.length > 0 && !refusals[at])) await wait(left);
    return refusals;
  };
}
