import type { Entity } from "#lib/table/entity.ts";
import { everyItem, type RawItem } from "#lib/table/every-item.ts";
import { toLists, toMaps } from "#lib/table/keyed.ts";

/** An item, and its content as the paths of its personal data lead through it: keyed lists as lists, and JSON text parsed. */
export interface StoredItem {
  entity: Entity;
  item: RawItem;
  content: RawItem;
}

/** All items of some entities, page by page. */
export async function* storedItems(entities: readonly Entity[]): AsyncGenerator<StoredItem[]> {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  for await (const page of everyItem())
    yield page.flatMap((item) => {
      const entity = byName.get(String(item["entity"]));
      return entity ? [{ entity, item, content: contentOf(item, entity) }] : [];
    });
}

function contentOf(item: RawItem, entity: Entity): RawItem {
  const texts = jsonTexts(item, entity).map((name) => [name, JSON.parse(String(item[name]))]);
  return { ...toLists(entity.keyed, item), ...Object.fromEntries(texts) };
}

/** The item as it is stored with its content. */
export function fold({ entity, item, content }: StoredItem): RawItem {
  const texts = jsonTexts(item, entity).map((name) => [name, JSON.stringify(content[name])]);
  return { ...toMaps(entity.keyed, content), ...Object.fromEntries(texts) };
}

/** Attributes that are text though declared paths continue into them. */
function jsonTexts(item: RawItem, { personal }: Entity): string[] {
  const paths = personal.flatMap(({ at, fields }) => at ?? Object.keys(fields));
  const names = paths.filter((path) => path.includes(".")).map((path) => path.slice(0, path.indexOf(".")));
  return [...new Set(names)].filter((name) => typeof item[name] === "string");
}
