import { now } from "#lib/platform/clock.ts";
import type { IdKind } from "#lib/table/ids.ts";
import { type IdRange, reservedIds } from "#lib/table/raise-ids.ts";
import { requireFreeIds } from "./id-places.ts";

/** Milliseconds after which whatever was given out has been used, or never will be (`lib/table/ids.ts`). */
const USED_AFTER = 60_000;

/** Waits so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>;

/** Lets ids go on once nobody else can come with them. */
export type SettleIds = (ids: readonly [IdKind, number][]) => Promise<void>;

/**
 * Makes what lets ids go on: those set aside for imports at once, others only when they are free, and a minute after `raisedAt`, when
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
  return async (ids) => {
    const doubted = ids.filter(([kind, id]) => !isReserved(kind, id));
    if (doubted.length === 0) return;
    await requireFreeIds(doubted);
    const left = Date.parse(raisedAt) + USED_AFTER - now();
    if (left > 0) await wait(left);
  };
}
