import * as z from "zod";
import type { Condition } from "./condition.ts";
import { path, pathRoot } from "./expression.ts";
import { TTL_ATTRIBUTE } from "./indexes.ts";

/**
 * Lists of objects that are stored as maps, each by the field that identifies its elements: `{ attendees: "email" }`. So one
 * element changes without the others being read. In code they stay lists, sorted by the `id` of the elements.
 */
export type Keyed = Readonly<Record<string, string>>;

/** How the values of an entity are stored. */
export interface Form {
  name: string;
  schema: z.ZodObject;
  keyed: Keyed;
  /** See `entity()`. */
  attributes?: readonly string[];
  /** The number of the form that items with a JSON attribute are written in; see `entity()`. */
  form: number;
}

type Values = Record<string, unknown>;

/** The attribute with all values that have no attribute of their own. */
export const JSON_ATTRIBUTE = "json";

/** The name of the form number in the JSON attribute. */
export const FORM_NUMBER = "form";

/** Attributes that writes change or compare on every entity. */
const ALWAYS = new Set(["version", TTL_ATTRIBUTE]);

/** Whether a value is in the JSON attribute of an item. */
export const isInJson = ({ attributes, schema, keyed }: Form, name: string): boolean =>
  attributes !== undefined &&
  (name in schema.shape || name === FORM_NUMBER) &&
  keyed[name] === undefined &&
  !ALWAYS.has(name) &&
  !attributes.includes(name);

const nullableNames = new WeakMap<z.ZodObject, readonly string[]>();

/** Values that are left out of the JSON while they are null: half of a usual booking's. One with another default is written. */
function namesLeftOut({ schema }: Form): readonly string[] {
  const cached = nullableNames.get(schema);
  if (cached) return cached;
  const names = Object.entries(schema.shape).flatMap(([name, value]) =>
    isNullable(value) || (value instanceof z.ZodDefault && value.def.defaultValue === null) ? [name] : [],
  );
  nullableNames.set(schema, names);
  return names;
}

const isNullable = (value: unknown): boolean => value instanceof z.ZodNullable || value instanceof z.ZodNull;

/** The key of an element in its map; text without regard to case. */
const keyText = (value: unknown): string => String(value).toLowerCase();

/** The path of one element of a keyed list, for {@link update} and conditions. */
export function elementPath(
  { keyed }: Pick<Form, "keyed">,
  [list, value]: [list: string, value: string | number],
): string {
  if (keyed[list] === undefined) throw new TypeError(`${list} is not a keyed list`);
  return path(list, keyText(value));
}

const ESCAPED_CONTROL = /\\(?:u00([01][0-9a-f])|.)/g;
const CONTROL = /\p{Cc}/gu;

/**
 * JSON with control characters as they are. Escaped they take six bytes each in the table, and the largest items have room for three
 * bytes a character.
 */
const toText = (value: unknown): string =>
  JSON.stringify(value).replace(ESCAPED_CONTROL, (escaped, code?: string) =>
    code === undefined ? escaped : String.fromCharCode(Number.parseInt(code, 16)),
  );

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The value of a text of {@link toText}. */
export function fromText(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(CONTROL, escaped));
  }
}

/** Values as an item in the present form stores them. */
export const toStoredItem = (form: Form, values: Values): Values =>
  toStored(form, form.attributes ? { ...values, [FORM_NUMBER]: form.form } : values);

/**
 * Values as they are stored: keyed lists as maps of JSON texts, and one JSON text with what has no attribute of its own. The form number
 * is one of the values, so an item that is changed without being validated keeps its number.
 */
export function toStored(form: Form, values: Values): Values {
  const stored: Values = {};
  const json: Values = {};
  const leftOut = namesLeftOut(form);
  for (const [name, value] of Object.entries(values)) {
    const field = form.keyed[pathRoot(name)];
    if (isInJson(form, name)) {
      if (value !== null || !leftOut.includes(name)) json[name] = value;
    } else if (field === undefined || value === undefined) stored[name] = value;
    else stored[name] = Array.isArray(value) ? toMap(value, field) : toText(value);
  }
  return form.attributes ? { ...stored, [JSON_ATTRIBUTE]: toText(json) } : stored;
}

const toMap = (elements: readonly Values[], field: string): Values =>
  Object.fromEntries(elements.map((element) => [keyText(element[field]), toText(element)]));

/** Stored values as the code uses them. */
export function fromStored(form: Form, item: Values): Values {
  const { keyed, attributes } = form;
  const { [JSON_ATTRIBUTE]: json, ...others } = item;
  const isJson = attributes && typeof json === "string";
  const values: Values = isJson ? { ...fromText(json), ...others } : { ...item };
  if (isJson) for (const name of namesLeftOut(form)) values[name] ??= null;
  for (const list in keyed) {
    if (values[list] !== undefined) values[list] = listOf(values[list]);
  }
  return values;
}

/** The list that is stored as a map of JSON texts. A list that was stored as such is left as it is. */
export function listOf(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return stored;
  return Object.values(stored)
    .map((element) => fromText(String(element)))
    .toSorted((one, other) => one.id - other.id);
}

/**
 * Requires that values have attributes of their own, for updates and conditions.
 *
 * @throws {TypeError} if one is in the JSON attribute
 */
export function requireAttributes(form: Form, names: readonly string[]): void {
  const inside = names.find((name) => isInJson(form, pathRoot(name)));
  if (inside !== undefined)
    throw new TypeError(`${pathRoot(inside)} of ${form.name} is in its JSON: add it to \`attributes\``);
}

/** The attributes that a condition compares. */
export const comparedIn = (condition: Condition): string[] =>
  "of" in condition ? condition.of.flatMap(comparedIn) : [condition.attribute];
