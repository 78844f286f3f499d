import { isDeepStrictEqual } from "node:util";
import { FORMAT_NUMBER, fromStored, fromText, type ItemFormat, JSON_ATTRIBUTE } from "./item-format.ts";

type Values = Record<string, unknown>;

/** Attributes that every write sets itself, or that only one write of an item has. */
const RESERVED = /^(?:pk|sk|GSI\d.*|entity|ttl|auditEntry|auditEntries)$/;

/** The items from which values were parsed by their schemas. */
const sources = new WeakMap<object, { format: ItemFormat; item: Values }>();

/** Remembers the item from which a value was parsed, for {@link keepUndeclared}. */
export function rememberSource<T extends object>(value: T, format: ItemFormat, item: Values): T {
  sources.set(value, { format, item });
  return value;
}

/**
 * What a new version of an item keeps of the version before: values that its schema declares, with undeclared fields inside, and other
 * values; undefined if there is nothing undeclared.
 */
interface Kept {
  declared: Values;
  undeclared: Values;
}

/**
 * Returns what a later release stored in an item and this release's schema does not declare, so that replacing the item does not lose it
 * (ADR 0026): whole values, and fields inside values that the replacement does not change.
 *
 * @param before - the value as it was read
 */
export function keepUndeclared(before: Values, after: Values): Kept | undefined {
  const source = sources.get(before);
  if (!source) return undefined;
  const { format, item } = source;
  const stored = fromStored(format, item);
  const json = item[JSON_ATTRIBUTE];
  // In an item with a JSON text, other attributes without a declaration are derived from the values.
  const others = format.attributes ? fromText(typeof json === "string" ? json : "{}") : item;
  const isUndeclared = (name: string): boolean =>
    !(name in format.schema.shape) && name !== FORMAT_NUMBER && !RESERVED.test(name);
  const unchanged = Object.entries(before).filter(
    ([name, value]) => name in stored && isDeepStrictEqual(value, after[name]),
  );
  const declared = unchanged
    .map(([name, value]) => [name, mergeInto(stored[name], value)] as const)
    .filter(([name, value]) => !isDeepStrictEqual(value, before[name]));
  const undeclared = Object.entries<unknown>(others).filter(([name]) => isUndeclared(name));
  if (declared.length === 0 && undeclared.length === 0) return undefined;
  return { declared: Object.fromEntries(declared), undeclared: Object.fromEntries(undeclared) };
}

/** Merges a parsed value into the stored one, at any depth, so that fields of no schema stay. */
export function mergeInto(stored: unknown, parsed: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(parsed))
    return stored.length === parsed.length ? parsed.map((one, at) => mergeInto(stored[at], one)) : parsed;
  if (!isMap(stored) || !isMap(parsed)) return parsed;
  const fields = Object.entries(parsed).map(([name, one]) => [name, mergeInto(stored[name], one)]);
  return { ...stored, ...Object.fromEntries(fields) };
}

const isMap = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
