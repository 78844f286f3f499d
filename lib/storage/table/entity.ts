import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { Audited } from "./audit-resources.ts";
import type { IndexName } from "./indexes.ts";
import { currentFormatValues, fromStored, type ItemFormat, type Keyed } from "./item-format.ts";
import { type KeyValue, type Placeholders, parseKey, renderKey } from "./key.ts";
import type { AccountClosing, PersonalData } from "./personal.ts";
import { rememberSource } from "./undeclared.ts";

export interface KeyTemplate<PK extends string = string, SK extends string = string> {
  pk: PK;
  sk: SK;
}

/** One kind of item: its name, the templates of its keys, and its schema. */
export interface Entity<
  S extends z.ZodObject = z.ZodObject,
  PK extends string = string,
  SK extends string = string,
> extends ItemFormat {
  key: KeyTemplate<PK, SK>;
  indexes: Partial<Record<IndexName, KeyTemplate>>;
  schema: S;
  /** Whether each update increases the attribute `version`, for `ifVersion`. */
  versioned: boolean;
  /** Returns attributes for indexes that every `put` derives from the values. They are in no schema. */
  derive(value: z.output<S>): Record<string, unknown>;
  /** Whether a new item contains the audit entries of its transaction, in the attribute `auditEntries` (ADR 0027). */
  embedsAuditEntries: boolean;
  /** How changes of its items are audited; without it, they are not (ADR 0027). */
  audit?: Audited;
  personal: readonly PersonalData[];
  /** Paths of fields that contain no personal data, although their names look like it. */
  notPersonal: readonly string[];
  /** What closing an account does to the user's items. Required for an entity with a `userId`. */
  accountClosing?: AccountClosing;
  /** Whether it declares a part of another entity's items. */
  isProjection: boolean;
}

/** An item of an entity, as the schema returns it. */
export type Stored<E extends Entity> = z.output<E["schema"]>;
/** The values of the primary key of an entity. */
export type KeyOf<E extends Entity> = Record<
  Placeholders<E["key"]["pk"]> | Placeholders<E["key"]["sk"]>,
  KeyValue
>;

/**
 * Declares an entity. An index entry exists only while all values of its templates do (a sparse index).
 * An item with the attribute `ttl` (seconds since 1970) expires: after that time, reads don't return it.
 *
 * With `attributes`, only these values, `version`, `ttl` and keyed lists are attributes of the item. All others are one JSON text,
 * which the SDK and DynamoDB read several times faster (ADR 0040). List the values that indexes, updates, conditions and projections use.
 *
 * Values are validated when they are written. Items with a JSON attribute contain the number `format`; those with the current number are read
 * without validation, all others are parsed by the schema (ADR 0028). Increase `format` with every change of the schema.
 *
 * @example
 * export const TeamItem = entity({
 *   name: "team",
 *   key: { pk: "TM#{id}", sk: "#" },
 *   schema: z.object({ id: z.int(), name: z.string() }),
 * });
 * const team = await findItem(TeamItem, { id: 7 });
 */
export function entity<S extends z.ZodObject, const PK extends string, const SK extends string>(declaration: {
  name: string;
  key: KeyTemplate<PK, SK>;
  indexes?: Partial<Record<IndexName, KeyTemplate>>;
  schema: S;
  keyed?: Keyed;
  attributes?: readonly (keyof z.output<S> & string)[];
  format?: number;
  versioned?: boolean;
  derive?: (value: z.output<S>) => Record<string, unknown>;
  embedsAuditEntries?: boolean;
  audit?: Audited;
  personal?: readonly PersonalData[];
  notPersonal?: readonly string[];
  accountClosing?: AccountClosing;
}): Entity<S, PK, SK> {
  return {
    indexes: {},
    keyed: {},
    format: 1,
    versioned: false,
    embedsAuditEntries: false,
    derive: () => ({}),
    personal: [],
    notPersonal: [],
    isProjection: false,
    ...declaration,
  };
}

/** Declares the part of an entity's items that a schema of fewer values reads or changes. */
export const projection = <S extends z.ZodObject, const PK extends string, const SK extends string>(
  { name, key }: Pick<Entity<z.ZodObject, PK, SK>, "name" | "key">,
  part: Pick<Entity<S>, "schema"> &
    Partial<Pick<Entity<S>, "indexes" | "keyed" | "attributes" | "format" | "versioned">>,
): Entity<S, PK, SK> => ({ ...entity({ name, key, ...part }), isProjection: true });

/** Renders the primary key of an item. Throws if a value is missing. */
export function primaryKey<E extends Entity>(target: E, values: KeyOf<E>): { pk: string; sk: string } {
  const pk = renderKey(target.key.pk, values);
  const sk = renderKey(target.key.sk, values);
  if (!pk.complete || !sk.complete) throw new TypeError(`a value of the key of ${target.name} is missing`);
  return { pk: pk.text, sk: sk.text };
}

/** Parses the primary key of an item into values with the types of the schema; undefined for an item of another entity. */
export function keyValues<E extends Entity>(target: E, item: Record<string, unknown>): KeyOf<E> | undefined {
  const pk = parseKey(target.key.pk, String(item["pk"]));
  const sk = parseKey(target.key.sk, String(item["sk"]));
  if (!pk || !sk) return undefined;
  const typed = Object.entries({ ...pk, ...sk }).map(([name, text]) => {
    const isNumber = target.schema.shape[name]?.safeParse(Number(text)).success;
    return [name, isNumber ? Number(text) : text];
  });
  return Object.fromEntries(typed) as KeyOf<E>;
}

/** Renders all key attributes of an item: those of the primary key and of its indexes. */
export function keyAttributes(target: Entity, value: Record<string, unknown>): Record<string, string> {
  return { ...primaryKey(target, value as KeyOf<Entity>), ...indexKeys(target, value) };
}

/** Returns the key attributes of the indexes that contain an item with these values. */
export function indexKeys(target: Entity, value: Record<string, unknown>): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [index, template] of Object.entries(target.indexes)) {
    const pk = renderKey(template.pk, value);
    const sk = renderKey(template.sk, value);
    if (pk.complete && sk.complete)
      Object.assign(attributes, { [`${index}pk`]: pk.text, [`${index}sk`]: sk.text });
  }
  return attributes;
}

/**
 * Decodes an item. Returns undefined if it is missing or of another entity that shares the key. An expired item that is not yet deleted
 * counts as missing, unless `withExpired` is set.
 */
export function decode<E extends Entity>(
  target: E,
  item: Record<string, unknown> | undefined,
  { withExpired = false }: { withExpired?: boolean } = {},
): Stored<E> | undefined {
  if (item === undefined) return undefined;
  const { ttl, entity: name } = item;
  if (name !== undefined && name !== target.name) return undefined;
  if (!withExpired && typeof ttl === "number" && ttl * 1000 <= now()) return undefined;
  const current = currentFormatValues(target, item);
  return (current ??
    rememberSource(target.schema.parse(fromStored(target, item)), target, item)) as Stored<E>;
}

/** The attribute `version` of a versioned item: 1 in a new item, increased by 1 with every change. */
export const Version = z.int();
