import { type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import { type IdRange, readIdGaps } from "./id-gaps.ts";
import type { IdKind } from "./ids.ts";
import { readLastId } from "./raise-ids.ts";
import { findItems } from "./read.ts";

/** Items of one page, which are read in parallel. */
const PAGE_SIZE = 500;

/** Kinds whose ids are dense, because they are not leased in blocks. */
export type DenseKind = Extract<
  IdKind,
  "user" | "team" | "event-type" | "schedule" | "calendar-connection" | "calendar"
>;

/**
 * Reads the items of a kind in the order of their ids, starting after `after`, strongly consistent. Each page is read when the consumer
 * requests it. The ids of these kinds have only known gaps and are the whole key, so no index is needed: one round trip for the last id
 * and one per page.
 */
export async function* enumeratePages<E extends Entity>(
  entity: E,
  kind: DenseKind,
  after = 0,
): AsyncGenerator<Stored<E>[]> {
  const [last, gaps] = await Promise.all([readLastId(kind), readIdGaps(kind)]);
  for (const ids of idPages({ after, last, gaps })) {
    const list = ids.map((id) => ({ entity, key: primaryKey(entity, { id } as object as KeyOf<E>) }));
    const found: (Stored<E> | undefined)[] = await findItems(list);
    yield found.filter((item): item is Stored<E> => item !== undefined);
  }
}

/** Pages of the ids after `after`, up to `last`, without those in gaps. */
function* idPages({
  after,
  last,
  gaps,
}: {
  after: number;
  last: number;
  gaps: IdRange[];
}): Generator<number[]> {
  let page: number[] = [];
  let nextGap = 0;
  for (let id = after + 1; id <= last; id += 1) {
    while (nextGap < gaps.length && (gaps[nextGap]?.[1] ?? 0) < id) nextGap += 1;
    const [first, end] = gaps[nextGap] ?? [Number.POSITIVE_INFINITY, id];
    if (first <= id) {
      id = end;
      continue;
    }
    page.push(id);
    if (page.length < PAGE_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Reads all items of a kind, in the order of their ids. */
export async function enumerateAll<E extends Entity>(entity: E, kind: DenseKind): Promise<Stored<E>[]> {
  const items: Stored<E>[] = [];
  for await (const page of enumeratePages(entity, kind)) items.push(...page);
  return items;
}
