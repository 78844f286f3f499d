import * as z from "zod";
import type { Condition } from "./condition.ts";
import { path, pathRoot } from "./expression.ts";
import { TTL_ATTRIBUTE } from "./indexes.ts";

/**
 * Lists of objects that are stored as maps, with the field that identifies their elements: `{ attendees: "email" }`. An element can then
 * be changed without reading the others. In code they are lists, sorted by the `id` of the elements.
 */
export type Keyed = Readonly<Record<string, string>>;

/** How the values of an entity are stored. */
export interface ItemFormat {
  name: string;
  schema: z.ZodObject;
  keyed: Keyed;
  /** See `entity()`. */
  attributes?: readonly string[];
  /** Number of the format in which items with a JSON attribute are written; see `entity()`. */
  format: number;
}

type Values = Record<string, unknown>;

/** The attribute that contains, as JSON text, all values without a separate attribute. */
export const JSON_ATTRIBUTE = "json";

/** The name of the format number in the JSON attribute. */
export const FORMAT_NUMBER = "form";

/** The format number of an item with values of several releases. */
const MIXED_FORMAT = 0;

/** Attributes of every entity that writes change or compare. */
const COMMON_ATTRIBUTES = new Set(["version", TTL_ATTRIBUTE]);

/** Whether a value is in the JSON attribute of an item. */
export const isInJson = ({ attributes, schema, keyed }: ItemFormat, name: string): boolean =>
  attributes !== undefined &&
  (name in schema.shape || name === FORMAT_NUMBER) &&
  keyed[name] === undefined &&
  !COMMON_ATTRIBUTES.has(name) &&
  !attributes.includes(name);

const nullableNames = new WeakMap<z.ZodObject, readonly string[]>();

/** Names of values that are omitted from the JSON if they are null: half of a usual booking's. A value with another default is written. */
function omittedNames({ schema }: ItemFormat): readonly string[] {
  const cached = nullableNames.get(schema);
  if (cached) return cached;
  const names = Object.entries(schema.shape).flatMap(([name, value]) =>
    isNullable(value) || (value instanceof z.ZodDefault && value.def.defaultValue === null) ? [name] : [],
  );
  nullableNames.set(schema, names);
  return names;
}

const isNullable = (value: unknown): boolean => value instanceof z.ZodNullable || value instanceof z.ZodNull;

/** The key of an element in its map: text in lower case. */
const keyText = (value: unknown): string => String(value).toLowerCase();

/** Returns the path of one element of a keyed list, for `update` and conditions. Throws if the list is not keyed. */
export function elementPath(
  { keyed }: Pick<ItemFormat, "keyed">,
  [list, value]: [list: string, value: string | number],
): string {
  if (keyed[list] === undefined) throw new TypeError(`${list} is not a keyed list`);
  return path(list, keyText(value));
}

const ESCAPED_CONTROL = /\\(?:u00([01][0-9a-f])|.)/g;
const CONTROL = /\p{Cc}/gu;

/**
 * Renders JSON without escaping control characters. Escaped, each takes six bytes in the table, and the largest items have room for three
 * bytes per character.
 */
const toText = (value: unknown): string =>
  JSON.stringify(value).replace(ESCAPED_CONTROL, (escaped, code?: string) =>
    code === undefined ? escaped : String.fromCharCode(Number.parseInt(code, 16)),
  );

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Parses a text of {@link toText}. */
export function fromText(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(CONTROL, escaped));
  }
}

/**
 * Converts the values of a whole item to its stored format, including the number of the format. `undeclared` are values without a schema, which
 * are part of the JSON text if there is one. An item with them has the number 0, so that every release parses it by its schema.
 */
export function toStoredItem(format: ItemFormat, values: Values, undeclared?: Values): Values {
  if (!format.attributes) return { ...undeclared, ...toStored(format, values) };
  return toStored(
    format,
    { ...values, [FORMAT_NUMBER]: undeclared ? MIXED_FORMAT : format.format },
    undeclared,
  );
}

/**
 * Converts values to their stored format: keyed lists to maps of JSON texts, and values without a separate attribute to one JSON text. The
 * format number is one of the values, so that an item that is changed without validation keeps its number.
 */
export function toStored(format: ItemFormat, values: Values, undeclared: Values = {}): Values {
  const stored: Values = {};
  const json: Values = { ...undeclared };
  const omitted = omittedNames(format);
  for (const [name, value] of Object.entries(values)) {
    const field = format.keyed[pathRoot(name)];
    if (isInJson(format, name)) {
      if (value !== null || !omitted.includes(name)) json[name] = value;
    } else if (field === undefined || value === undefined) stored[name] = value;
    else stored[name] = Array.isArray(value) ? toMap(value, field) : toText(value);
  }
  return format.attributes ? { ...stored, [JSON_ATTRIBUTE]: toText(json) } : stored;
}

const toMap = (elements: readonly Values[], field: string): Values =>
  Object.fromEntries(elements.map((element) => [keyText(element[field]), toText(element)]));

/** Converts stored values to the values that code uses. */
export function fromStored(format: ItemFormat, item: Values): Values {
  const { keyed, attributes } = format;
  const { [JSON_ATTRIBUTE]: json, ...others } = item;
  const isJson = attributes && typeof json === "string";
  const values: Values = isJson ? { ...fromText(json), ...others } : { ...item };
  if (isJson) for (const name of omittedNames(format)) values[name] ??= null;
  for (const list in keyed) {
    if (values[list] !== undefined) values[list] = listOf(values[list]);
  }
  return values;
}

/** Converts a stored map of JSON texts to a list. A list that was stored as a list stays unchanged. */
function listOf(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return stored;
  return Object.values(stored)
    .map((element) => fromText(String(element)))
    .toSorted((one, other) => one.id - other.id);
}

/**
 * Requires that values are separate attributes, as updates and conditions need.
 *
 * @throws {TypeError} if one is in the JSON attribute
 */
export function requireAttributes(format: ItemFormat, names: readonly string[]): void {
  const inside = names.find((name) => isInJson(format, pathRoot(name)));
  if (inside !== undefined)
    throw new TypeError(`${pathRoot(inside)} of ${format.name} is in its JSON: add it to \`attributes\``);
}

/** The attributes that a condition compares. */
export const comparedAttributes = (condition: Condition): string[] =>
  "of" in condition ? condition.of.flatMap(comparedAttributes) : [condition.attribute];

/** Where the values of an entity are in an item. */
interface Layout {
  /** Null for every value that an item always has, in the order of the schema. */
  empty: Values;
  inJson: readonly string[];
  asAttributes: readonly string[];
  lists: readonly string[];
}

const layouts = new WeakMap<ItemFormat, Layout>();

/**
 * Returns the values of an item in the current format of its entity, which `put` validated. Undefined for an item in another format, which the
 * schema must parse.
 */
export function currentFormatValues(format: ItemFormat, item: Values): Values | undefined {
  const text = item[JSON_ATTRIBUTE];
  if (!format.attributes || typeof text !== "string") return undefined;
  const json = fromText(text);
  if (json[FORMAT_NUMBER] !== format.format) return undefined;
  const { empty, inJson, asAttributes, lists } = layoutOf(format);
  // Copying an object that already has all names takes a tenth of the time of adding them one by one.
  const values: Values = { ...empty };
  for (const name of inJson) if (json[name] !== undefined) values[name] = json[name];
  for (const name of asAttributes) if (item[name] !== undefined) values[name] = item[name];
  for (const name of lists) values[name] = listOf(item[name]);
  return values;
}

function layoutOf(format: ItemFormat): Layout {
  const cached = layouts.get(format);
  if (cached) return cached;
  const names = Object.keys(format.schema.shape);
  const isList = (name: string): boolean => name in (format.keyed satisfies Keyed);
  const layout = {
    empty: emptyValues(format.schema),
    inJson: names.filter((name) => isInJson(format, name)),
    asAttributes: names.filter((name) => !isInJson(format, name) && !isList(name)),
    lists: names.filter(isList),
  };
  layouts.set(format, layout);
  return layout;
}

const emptyValues = ({ shape }: z.ZodObject): Values => {
  const always = Object.entries(shape).filter(([, value]) => value._zod.optout !== "optional");
  return JSON.parse(JSON.stringify(Object.fromEntries(always.map(([name]) => [name, null]))));
};
