import type { Entity } from "#lib/storage/table/entity.ts";
import { fromStored, toStored } from "#lib/storage/table/item-format.ts";
import { type RawItem, scanPages } from "#lib/storage/table/scan.ts";

/** An item, and its content in the form that the paths of personal data refer to: keyed lists as lists, and JSON text parsed. */
export interface StoredItem {
  entity: Entity;
  item: RawItem;
  content: RawItem;
}

/** Reads all items of some entities. Yields them page by page. */
export async function* readStoredItems(entities: readonly Entity[]): AsyncGenerator<StoredItem[]> {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  for await (const page of scanPages())
    yield page.flatMap((item) => {
      const entity = byName.get(String(item["entity"]));
      return entity ? [{ entity, item, content: contentOf(item, entity) }] : [];
    });
}

function contentOf(item: RawItem, entity: Entity): RawItem {
  const values = fromStored(entity, item);
  const texts = jsonTextNames(values, entity).map((name) => [name, JSON.parse(String(values[name]))]);
  return { ...values, ...Object.fromEntries(texts) };
}

/** The item to store for a changed content. */
export function toItem({ entity, item, content }: StoredItem): RawItem {
  const names = jsonTextNames(fromStored(entity, item), entity);
  const texts = names.map((name) => [name, JSON.stringify(content[name])]);
  return toStored(entity, { ...content, ...Object.fromEntries(texts) });
}

/** The names of the values that are JSON text into which declared paths lead. */
function jsonTextNames(values: RawItem, { personal }: Entity): string[] {
  const paths = personal.flatMap(({ at, fields }) => at ?? Object.keys(fields));
  const names = paths.filter((path) => path.includes(".")).map((path) => path.slice(0, path.indexOf(".")));
  return [...new Set(names)].filter((name) => typeof values[name] === "string");
}
