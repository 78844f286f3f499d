import type { Condition } from "./condition.ts";

/** Separates the parts of a path; no attribute name contains it. */
const SEPARATOR = "\u001f";

/** The path of an attribute inside others. */
export const path = (...parts: readonly string[]): string => parts.join(SEPARATOR);

/** The parts of a {@link path}. */
export const partsOf = (attribute: string): string[] => attribute.split(SEPARATOR);

/** The first part of a {@link path}. */
export const pathRoot = (attribute: string): string => partsOf(attribute)[0] ?? attribute;

/** Collects the names and values of one request's expressions; each is named once. */
export class ExpressionNames {
  private readonly nameOf = new Map<string, string>();
  private readonly valueOf = new Map<unknown, string>();

  /** Placeholders of an attribute, or of a {@link path}. */
  name(attribute: string): string {
    return partsOf(attribute)
      .map((part) => remember(this.nameOf, part, "#n"))
      .join(".");
  }

  value(value: unknown): string {
    return remember(this.valueOf, value, ":v");
  }

  /** The names and values of a request. Empty ones are omitted, because DynamoDB rejects them. */
  attributes(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, unknown>;
  } {
    const names = Object.fromEntries([...this.nameOf].map(([name, key]) => [key, name]));
    const values = Object.fromEntries([...this.valueOf].map(([value, key]) => [key, value]));
    return {
      ...(this.nameOf.size > 0 && { ExpressionAttributeNames: names }),
      ...(this.valueOf.size > 0 && { ExpressionAttributeValues: values }),
    };
  }
}

function remember<K>(placeholders: Map<K, string>, key: K, prefix: string): string {
  const placeholder = placeholders.get(key) ?? `${prefix}${placeholders.size}`;
  placeholders.set(key, placeholder);
  return placeholder;
}

/** Renders a condition expression. */
export function conditionText(condition: Condition, to: ExpressionNames): string {
  switch (condition.is) {
    case "absent":
      return `attribute_not_exists(${to.name(condition.attribute)})`;
    case "present":
      return `attribute_exists(${to.name(condition.attribute)})`;
    case "compared":
      return `${to.name(condition.attribute)} ${condition.comparator} ${to.value(condition.value)}`;
    case "oneOf":
      return `${to.name(condition.attribute)} IN (${condition.values.map((value) => to.value(value)).join(",")})`;
    case "fewer":
      return `size(${to.name(condition.attribute)}) < ${to.value(condition.than)}`;
    case "all":
      return condition.of.map((part) => conditionText(part, to)).join(" AND ");
    case "any":
      return `(${condition.of.map((part) => conditionText(part, to)).join(" OR ")})`;
    default:
      return condition satisfies never;
  }
}

/** Changes of an update: values to set and numbers to add, by attribute, and the attributes to remove. */
export interface Changes {
  set?: Record<string, unknown>;
  add?: Record<string, number>;
  remove?: readonly string[];
}

/** Renders an update expression. Attributes whose value is undefined stay unchanged. */
export function updateText(changes: Changes, to: ExpressionNames): string {
  const set = Object.entries(changes.set ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${to.name(name)} = ${to.value(value)}`);
  const add = Object.entries(changes.add ?? {}).map(([name, value]) => `${to.name(name)} ${to.value(value)}`);
  const remove = (changes.remove ?? []).map((name) => to.name(name));
  return [
    set.length > 0 && `SET ${set.join(", ")}`,
    remove.length > 0 && `REMOVE ${remove.join(", ")}`,
    add.length > 0 && `ADD ${add.join(", ")}`,
  ]
    .filter(Boolean)
    .join(" ");
}
