import { DUE_INDEX } from "./due.ts";
import { type Entity, keyValues } from "./entity.ts";
import { fromStored, toStoredItem } from "./form.ts";
import { INDEXES } from "./indexes.ts";
import { renderKey } from "./key.ts";
import type { RawItem } from "./scan.ts";

/**
 * An item as it would be written today: read through its schema, with the attributes that are derived and the entries of its indexes.
 * What the schema knows nothing of stays, so nothing that newer functions wrote is lost (ADR 0028).
 *
 * @throws {z.ZodError} when the schema can't read it
 */
export function toCurrentForm(entity: Entity, item: RawItem): RawItem {
  const stored = fromStored(entity, item);
  const value = entity.schema.parse(stored);
  const whole = { ...value, ...entity.derive(value) };
  const present = Object.entries(whole).map(([name, one]) => [name, laidOver(stored[name], one)]);
  return {
    ...toStoredItem(entity, { ...stored, ...Object.fromEntries(present) }),
    ...indexEntries(entity, item, { ...keyValues(entity, item), ...whole }),
  };
}

/** The keys of an item in every index; undefined in those it is not in. */
function indexEntries(entity: Entity, item: RawItem, values: RawItem): RawItem {
  const entries = INDEXES.flatMap((index) => {
    const names = [`${index}pk`, `${index}sk`] as const;
    const template = entity.indexes[index];
    if (!template) return names.map((name) => [name, undefined]);
    const [pk, sk] = [renderKey(template.pk, values), renderKey(template.sk, values)];
    if (!pk.complete || !sk.complete) return names.map((name) => [name, undefined]);
    // What is due may have been put off in the index alone.
    const stays = template.pk === DUE_INDEX && item[names[0]] === pk.text;
    return [
      [names[0], pk.text],
      [names[1], stays ? item[names[1]] : sk.text],
    ];
  });
  return Object.fromEntries(entries);
}

/** A value with whatever else lies inside the stored one. */
function laidOver(stored: unknown, present: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(present))
    return stored.length === present.length ? present.map((one, at) => laidOver(stored[at], one)) : present;
  if (!isMap(stored) || !isMap(present)) return present;
  const inside = Object.entries(present).map(([name, one]) => [name, laidOver(stored[name], one)]);
  return { ...stored, ...Object.fromEntries(inside) };
}

const isMap = (value: unknown): value is RawItem =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
