import { DUE_INDEX } from "./due.ts";
import { type Entity, keyValues } from "./entity.ts";
import { INDEXES } from "./indexes.ts";
import { fromStored, toStoredItem } from "./item-format.ts";
import { renderKey } from "./key.ts";
import type { RawItem } from "./scan.ts";
import { mergeInto } from "./undeclared.ts";

/**
 * Converts an item to the format in which it would be written today: parsed by its schema, with its derived attributes and index keys.
 * Values that the schema does not declare stay, so that nothing that newer functions wrote is lost (ADR 0028).
 *
 * @throws {z.ZodError} if the schema can't parse it
 */
export function toCurrentFormat(entity: Entity, item: RawItem): RawItem {
  const stored = fromStored(entity, item);
  const value = entity.schema.parse(stored);
  const whole = { ...value, ...entity.derive(value) };
  const merged = Object.entries(whole).map(([name, one]) => [name, mergeInto(stored[name], one)]);
  return {
    ...toStoredItem(entity, { ...stored, ...Object.fromEntries(merged) }),
    ...indexKeys(entity, item, { ...keyValues(entity, item), ...whole }),
  };
}

/** The keys of an item in every index; undefined for an index without the item. */
function indexKeys(entity: Entity, item: RawItem, values: RawItem): RawItem {
  const keys = INDEXES.flatMap((index) => {
    const names = [`${index}pk`, `${index}sk`] as const;
    const template = entity.indexes[index];
    if (!template) return names.map((name) => [name, undefined]);
    const [pk, sk] = [renderKey(template.pk, values), renderKey(template.sk, values)];
    if (!pk.complete || !sk.complete) return names.map((name) => [name, undefined]);
    // The index may have a later time, because `processDueItems` hides an item for some minutes.
    const isDue = template.pk === DUE_INDEX && item[names[0]] === pk.text;
    return [
      [names[0], pk.text],
      [names[1], isDue ? item[names[1]] : sk.text],
    ];
  });
  return Object.fromEntries(keys);
}
