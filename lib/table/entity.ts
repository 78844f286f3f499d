import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { Audited } from "./audit-resources.ts";
import { currentFormValues } from "./current-form-values.ts";
import { type Form, fromStored, type Keyed } from "./form.ts";
import type { IndexName } from "./indexes.ts";
import { type KeyValue, type Placeholders, parseKey, renderKey } from "./key.ts";
import type { AccountClosing, PersonalData } from "./personal.ts";

export interface KeyTemplate<PK extends string = string, SK extends string = string> {
  pk: PK;
  sk: SK;
}

/** One kind of item: its name, its keys as data, and the schema its attributes are decoded with. */
export interface Entity<
  S extends z.ZodObject = z.ZodObject,
  PK extends string = string,
  SK extends string = string,
> extends Form {
  key: KeyTemplate<PK, SK>;
  indexes: Partial<Record<IndexName, KeyTemplate>>;
  schema: S;
  /** Whether each update raises the attribute `version`, for `ifVersion`. */
  versioned: boolean;
  /** Attributes that follow from the others, for indexes: made again with every `put`, and in no schema. */
  derive(value: z.output<S>): Record<string, unknown>;
  /** Whether a new item carries the audit entries of its transaction, in the attribute `auditEntries` (ADR 0027). */
  embedsAuditEntries: boolean;
  /** How the audit trail names it; without this its changes are not audited (ADR 0027). */
  audit?: Audited;
  personal: readonly PersonalData[];
  /** Paths of fields whose names look like personal data, and which hold none. */
  notPersonal: readonly string[];
  /** What closing an account does to the user's items; every entity with a `userId` declares it. */
  accountClosing?: AccountClosing;
}

/** The stored value of an entity as the code sees it. */
export type Stored<E extends Entity> = z.output<E["schema"]>;
/** The values that fill both keys of an entity. */
export type KeyOf<E extends Entity> = Record<
  Placeholders<E["key"]["pk"]> | Placeholders<E["key"]["sk"]>,
  KeyValue
>;

/**
 * Declares an entity. An index entry exists only while all values of its templates do (a sparse index).
 * An attribute `ttl` (seconds since 1970) makes an item expire: it is not seen any more from that second on.
 *
 * With `attributes`, only these values, `version`, `ttl` and keyed lists are attributes of the item. All others are one JSON text,
 * which the SDK and DynamoDB read several times faster (ADR 0040). Name what indexes, updates, conditions and projections need.
 *
 * Values are validated when they are written. Items with a JSON attribute contain the number `form`; those with the present number are read
 * without validation, all others are parsed by the schema (ADR 0028). Raise `form` with every change of the schema.
 *
 * @example
 * export const TeamItem = entity({ name: "team", key: { pk: "TM#{id}", sk: "#" }, schema: Team });
 */
export function entity<S extends z.ZodObject, const PK extends string, const SK extends string>(declared: {
  name: string;
  key: KeyTemplate<PK, SK>;
  indexes?: Partial<Record<IndexName, KeyTemplate>>;
  schema: S;
  keyed?: Keyed;
  attributes?: readonly (keyof z.output<S> & string)[];
  form?: number;
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
    form: 1,
    versioned: false,
    embedsAuditEntries: false,
    derive: () => ({}),
    personal: [],
    notPersonal: [],
    ...declared,
  };
}

/** The primary key of one item; throws when a value is missing. */
export function primaryKey<E extends Entity>(target: E, values: KeyOf<E>): { pk: string; sk: string } {
  const pk = renderKey(target.key.pk, values);
  const sk = renderKey(target.key.sk, values);
  if (!pk.complete || !sk.complete) throw new TypeError(`a value of the key of ${target.name} is missing`);
  return { pk: pk.text, sk: sk.text };
}

/** The values the primary key of an item was made of, each as its schema has it; undefined when it is another entity's. */
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

/** All key attributes of a value: the primary key and those of its indexes. */
export function keyAttributes(target: Entity, value: Record<string, unknown>): Record<string, string> {
  const attributes: Record<string, string> = primaryKey(target, value as KeyOf<Entity>);
  for (const [index, template] of Object.entries(target.indexes)) {
    const pk = renderKey(template.pk, value);
    const sk = renderKey(template.sk, value);
    if (pk.complete && sk.complete)
      Object.assign(attributes, { [`${index}pk`]: pk.text, [`${index}sk`]: sk.text });
  }
  return attributes;
}

/**
 * Reads an item; undefined when there is none, when it is of another entity that shares its key, or when it has expired and only waits to be
 * deleted, unless that is wanted, too.
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
  return (currentFormValues(target, item) ?? target.schema.parse(fromStored(target, item))) as Stored<E>;
}

/** The attribute every versioned item carries: 1 when made, +1 with every change. */
export const Version = z.int();
