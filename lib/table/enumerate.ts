import { type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import { type IdRange, readIdGaps } from "./id-gaps.ts";
import type { IdKind } from "./ids.ts";
import { readLastId } from "./raise-ids.ts";
import { getItems } from "./read.ts";

/** Items read side by side per page. */
const PAGE = 500;

/** Kinds whose ids are dense, because each is taken alone. */
export type DenseKind = Extract<IdKind, "user" | "team" | "event-type" | "schedule">;

/**
 * Reads the items of a kind behind an id in the order of their ids, page by page as the consumer asks for them, strongly consistent.
 * Their ids are dense (1 to the last one given out, but for gaps that are known) and their only key, so no index is needed: one
 * round trip for the last id and one per page.
 */
export async function* enumeratePages<E extends Entity>(
  entity: E,
  kind: DenseKind,
  after = 0,
): AsyncGenerator<Stored<E>[]> {
  const [last, gaps] = await Promise.all([readLastId(kind), readIdGaps(kind)]);
  for (const ids of idPages({ after, last, gaps })) {
    const list = ids.map((id) => ({ entity, key: primaryKey(entity, { id } as object as KeyOf<E>) }));
    const found: (Stored<E> | undefined)[] = await getItems(list);
    yield found.filter((item): item is Stored<E> => item !== undefined);
  }
}

/** The ids behind one up to the last, a page of them at a time, less those in gaps. */
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
  let at = 0;
  for (let id = after + 1; id <= last; id += 1) {
    while (at < gaps.length && (gaps[at]?.[1] ?? 0) < id) at += 1;
    const [first, end] = gaps[at] ?? [Number.POSITIVE_INFINITY, id];
    if (first <= id) {
      id = end;
      continue;
    }
    page.push(id);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** All items of a kind at once. */
export async function enumerateAll<E extends Entity>(entity: E, kind: DenseKind): Promise<Stored<E>[]> {
  const items: Stored<E>[] = [];
  for await (const page of enumeratePages(entity, kind)) items.push(...page);
  return items;
}
