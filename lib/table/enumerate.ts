import { countOf, type ListSource } from "#lib/http/list-source.ts";
import { type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import { type IdKind, SequenceItem } from "./ids.ts";
import { getItem, getItems } from "./read.ts";

/** Items read side by side per page. */
const PAGE = 500;

/** Kinds whose ids are dense, because each is taken alone. */
type DenseKind = Extract<IdKind, "user" | "team" | "event-type">;

/**
 * Reads the items of a kind behind an id in the order of their ids, page by page as the consumer asks for them, strongly consistent.
 * Their ids are dense (1 to the last one given out, with few gaps) and their only key, so no index is needed: one round
 * trip for the last id and one per page.
 */
export async function* enumeratePages<E extends Entity>(
  entity: E,
  kind: DenseKind,
  after = 0,
): AsyncGenerator<Stored<E>[]> {
  const { last } = (await getItem(SequenceItem, { kind })) ?? { last: 0 };
  for (let first = after + 1; first <= last; first += PAGE) {
    const size = Math.min(PAGE, last - first + 1);
    const list = Array.from({ length: size }, (_, at) => {
      const key = primaryKey(entity, { id: first + at } as object as KeyOf<E>);
      return { entity, key };
    });
    const found: (Stored<E> | undefined)[] = await getItems(list);
    yield found.filter((item): item is Stored<E> => item !== undefined);
  }
}

/** All items of a kind at once. */
export async function enumerateAll<E extends Entity>(entity: E, kind: DenseKind): Promise<Stored<E>[]> {
  const items: Stored<E>[] = [];
  for await (const page of enumeratePages(entity, kind)) items.push(...page);
  return items;
}

/** All items of a kind as a list, by rising id; counting reads them. */
export const listOfKind = <E extends Entity>(entity: E, kind: DenseKind): ListSource<Stored<E>> => ({
  read: ({ after }) => enumeratePages(entity, kind, Number(after ?? 0)),
  positionOf: (item) => String(item["id"]),
  count: () => countOf(enumeratePages(entity, kind)),
});
