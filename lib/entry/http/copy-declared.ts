import * as z from "zod";
import { isObject } from "#lib/platform/is-object.ts";

type Copy = (value: unknown) => unknown;

/** Copies a value of any type, with all its fields. */
const copyAll: Copy = (value) => value;

/** Copies a value without fields, such as a string. */
const copyPlain: Copy = (value) => {
  if (isObject(value)) throw new TypeError("a response has an object where none is declared");
  return value;
};

/**
 * Returns the function that copies from a value what a schema declares, in the order of the schema, so that an undeclared field is never sent.
 * It is created once per schema. It does not validate values, because they were validated when they were written. It parses only the
 * parts of a schema that change values.
 *
 * @throws {TypeError} for an object or a list where a plain value is declared, or another value where one of them is
 */
export function declaredCopier(schema: z.core.$ZodType): Copy {
  const copy = copiers.get(schema) ?? copierOf(schema);
  copiers.set(schema, copy);
  return copy;
}

const copiers = new WeakMap<z.core.$ZodType, Copy>();

/** Types of schemas whose values have no fields. */
const PLAIN_TYPES: ReadonlySet<string> = new Set([
  "boolean",
  "enum",
  "literal",
  "never",
  "null",
  "number",
  "string",
]);

function copierOf(schema: z.core.$ZodType): Copy {
  const { def } = schema._zod;
  const parse: Copy = (value) => z.parse(schema, value);
  if (changesValues(def)) return parse;
  if (PLAIN_TYPES.has(def.type)) return copyPlain;
  if (def.type === "unknown") return copyAll;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return unlessMissing(declaredCopier(schema.unwrap()));
  if (schema instanceof z.ZodArray) return eachOf(declaredCopier(schema.element));
  if (schema instanceof z.ZodRecord) return declaredCopier(schema.valueType) === copyAll ? copyAll : parse;
  if (schema instanceof z.ZodUnion)
    return schema.options.every((option) => declaredCopier(option) === copyPlain) ? copyPlain : parse;
  if (schema instanceof z.ZodObject) return objectCopier(schema.def) ?? parse;
  return parse;
}

/** Whether a schema changes values, like `trim()` and `z.coerce`. */
const changesValues = (def: z.core.$ZodTypeDef): boolean =>
  ("coerce" in def && def.coerce === true) ||
  (def.checks ?? []).some((check) => check._zod.def.check === "overwrite");

const unlessMissing = (copy: Copy): Copy =>
  copy === copyPlain ? copyPlain : (value) => (value === null || value === undefined ? value : copy(value));

const eachOf =
  (copy: Copy): Copy =>
  (value) => {
    if (!Array.isArray(value)) throw new TypeError("a response has no list where one is declared");
    return value.map((element) => copy(element));
  };

/** Undefined for an object whose other fields have a schema. */
function objectCopier({ shape, catchall }: z.core.$ZodObjectDef): Copy | undefined {
  const others = catchall?._zod.def.type ?? "never";
  if (others !== "never" && others !== "unknown") return undefined;
  const fields = Object.entries(shape).map(([name, field]) => [name, declaredCopier(field)] as const);
  // A copy that has all its fields from the start is faster to fill and to serialize.
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(([name]) => [name, undefined]));
  return (value) => {
    if (!isObject(value)) throw new TypeError("a response has no object where one is declared");
    const copy = others === "unknown" ? { ...empty, ...value } : { ...empty };
    for (const [name, copyField] of fields) copy[name] = copyField(value[name]);
    return copy;
  };
}
