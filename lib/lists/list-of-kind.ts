import type { Entity, Stored } from "#lib/table/entity.ts";
import { type DenseKind, enumeratePages } from "#lib/table/enumerate.ts";
import { countOf, type ListSource } from "./source.ts";

/** All items of a kind as a list, by rising id; counting reads them. */
export const listOfKind = <E extends Entity>(entity: E, kind: DenseKind): ListSource<Stored<E>> => ({
  read: ({ after }) => enumeratePages(entity, kind, Number(after ?? 0)),
  positionOf: (item) => String(item["id"]),
  count: () => countOf(enumeratePages(entity, kind)),
});
