import * as z from "zod";
import type { Entity, Stored } from "./entity.ts";
import { partsOf } from "./expression.ts";

type Values = Record<string, unknown>;

/** Validates an item. Items of entities without a JSON attribute are validated when they are read. */
export const validValue = <E extends Entity>(entity: E, value: Stored<E>): Stored<E> =>
  entity.attributes ? (entity.schema.parse(value) as Stored<E>) : value;

/** Validates the values of an update, including single elements of keyed lists. */
export function validChanges(entity: Entity, changes: Values): Values {
  if (!entity.attributes) return changes;
  const valid = Object.entries(changes).map(([name, value]) => {
    const schema = value === undefined ? undefined : schemaAt(entity, name);
    return [name, schema ? z.parse(schema, value) : value];
  });
  return Object.fromEntries(valid);
}

/** The schema of a value or of an element; undefined for a derived attribute. */
function schemaAt({ schema, keyed }: Entity, name: string): z.core.$ZodType | undefined {
  const [root = "", ...inside] = partsOf(name);
  const declared = schema.shape[root];
  if (inside.length === 0) return declared;
  return root in keyed && declared instanceof z.ZodArray ? declared.element : undefined;
}
