import type { Entity } from "#lib/table/entity.ts";
import { fromStored, toStored } from "#lib/table/form.ts";
import { type RawItem, scanPages } from "#lib/table/scan.ts";

/** An item, and its content as the paths of its personal data lead through it: keyed lists as lists, and JSON text parsed. */
export interface StoredItem {
  entity: Entity;
  item: RawItem;
  content: RawItem;
}

/** All items of some entities, page by page. */
export async function* storedItems(entities: readonly Entity[]): AsyncGenerator<StoredItem[]> {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  for await (const page of scanPages())
    yield page.flatMap((item) => {
      const entity = byName.get(String(item["entity"]));
      return entity ? [{ entity, item, content: contentOf(item, entity) }] : [];
    });
}

function contentOf(item: RawItem, entity: Entity): RawItem {
  const values = fromStored(entity, item);
  const texts = jsonTexts(values, entity).map((name) => [name, JSON.parse(String(values[name]))]);
  return { ...values, ...Object.fromEntries(texts) };
}

/** The item as it is stored with its content. */
export function fold({ entity, item, content }: StoredItem): RawItem {
  const names = jsonTexts(fromStored(entity, item), entity);
  const texts = names.map((name) => [name, JSON.stringify(content[name])]);
  return toStored(entity, { ...content, ...Object.fromEntries(texts) });
}

/** Values that are JSON text although declared paths continue into them. */
function jsonTexts(values: RawItem, { personal }: Entity): string[] {
  const paths = personal.flatMap(({ at, fields }) => at ?? Object.keys(fields));
  const names = paths.filter((path) => path.includes(".")).map((path) => path.slice(0, path.indexOf(".")));
  return [...new Set(names)].filter((name) => typeof values[name] === "string");
}
