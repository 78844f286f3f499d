import type { Entity, Stored } from "#lib/storage/table/entity.ts";
import type { IndexName } from "#lib/storage/table/indexes.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { countItems, queryPages, type Values } from "#lib/storage/table/query.ts";
import type { ListSource } from "./source.ts";

/**
 * The items of one partition of the table or of an index, in the order of their sort keys. `render` returns the list element of an item.
 * Positions are sort keys.
 */
export function listOfPartition<E extends Entity, T extends Record<string, unknown> = Stored<E>>(
  entity: E,
  values: Values<E>,
  { index, render }: { index?: IndexName; render: (item: Stored<E>) => T },
): ListSource<T> {
  const { sk } = (index && entity.indexes[index]) ?? entity.key;
  const source = index ? { index } : {};
  return {
    async *read({ after, most }) {
      const range = {
        ...source,
        ...(after !== undefined && { after }),
        ...(most !== undefined && { limit: most }),
      };
      for await (const page of queryPages(entity, values, range)) yield page.map(render);
    },
    positionOf: (item) => renderKey(sk, item).text,
    count: async () => (await countItems(entity, values, source)).count,
  };
}
