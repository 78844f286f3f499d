import type { Entity, Stored } from "#lib/storage/table/entity.ts";
import { type DenseKind, enumeratePages } from "#lib/storage/table/enumerate.ts";
import { countElements, type ListSource } from "./source.ts";

/** All items of a kind as a list, by ascending id. Counting reads them all. */
export const listOfKind = <E extends Entity>(entity: E, kind: DenseKind): ListSource<Stored<E>> => ({
  read: ({ after }) => enumeratePages(entity, kind, Number(after ?? 0)),
  positionOf: (item) => String(item["id"]),
  count: () => countElements(enumeratePages(entity, kind)),
});
