import * as z from "zod";
import type { Entity, Stored } from "./entity.ts";
import { partsOf } from "./expression.ts";

type Values = Record<string, unknown>;

/** A value as its entity declares it. Only entities with a JSON attribute are read without validation. */
export const validValue = <E extends Entity>(entity: E, value: Stored<E>): Stored<E> =>
  entity.attributes ? (entity.schema.parse(value) as Stored<E>) : value;

/** Changed values and elements of keyed lists as their entity declares them. */
export function validChanges(entity: Entity, changes: Values): Values {
  if (!entity.attributes) return changes;
  const valid = Object.entries(changes).map(([name, value]) => {
    const schema = value === undefined ? undefined : schemaAt(entity, name);
    return [name, schema ? z.parse(schema, value) : value];
  });
  return Object.fromEntries(valid);
}

/** Undefined for an attribute that is derived. */
function schemaAt({ schema, keyed }: Entity, name: string): z.core.$ZodType | undefined {
  const [root = "", ...inside] = partsOf(name);
  const declared = schema.shape[root];
  if (inside.length === 0) return declared;
  return root in keyed && declared instanceof z.ZodArray ? declared.element : undefined;
}
