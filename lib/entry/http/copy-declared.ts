import * as z from "zod";

type Copy = (value: unknown) => unknown;

/** Copies a value of any type, with all its fields. */
const copyAll: Copy = (value) => value;

/** Copies a value without fields, such as a string. */
const copyPlain: Copy = (value) => {
  if (typeof value === "object" && value !== null)
    throw new TypeError("a response has an object where none is declared");
  return value;
};

/**
 * Returns the function that copies from a value what a schema declares, in the order of the schema, so that an undeclared field is never sent.
 * It is created once per schema. It does not validate values, because they were validated when they were written. It parses only the
 * parts of a schema that change values.
 *
 * @throws {TypeError} for an object or a list where a plain value is declared
 */
export function declaredCopier(schema: z.core.$ZodType): Copy {
  const copy = copiers.get(schema) ?? copierOf(schema);
  copiers.set(schema, copy);
  return copy;
}

const copiers = new WeakMap<z.core.$ZodType, Copy>();

function copierOf(schema: z.core.$ZodType): Copy {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const parse: Copy = (value) => z.parse(schema, value);
  if (changesValues(def)) return parse;
  switch (def.type) {
    case "boolean":
    case "enum":
    case "literal":
    case "never":
    case "null":
    case "number":
    case "string":
      return copyPlain;
    case "unknown":
      return copyAll;
    case "nullable":
    case "optional":
      return unlessMissing(declaredCopier(def.innerType));
    case "array":
      return eachOf(declaredCopier(def.element));
    case "record":
      return declaredCopier(def.valueType) === copyAll ? copyAll : parse;
    case "union":
      return def.options.every((option) => declaredCopier(option) === copyPlain) ? copyPlain : parse;
    case "object":
      return objectCopier(def) ?? parse;
    default:
      return parse;
  }
}

/** Whether a schema changes values, like `trim()` and `z.coerce`. */
const changesValues = (def: z.core.$ZodTypes["_zod"]["def"]): boolean =>
  ("coerce" in def && def.coerce === true) ||
  (def.checks ?? []).some((check) => check._zod.def.check === "overwrite");

const unlessMissing = (copy: Copy): Copy =>
  copy === copyPlain ? copyPlain : (value) => (value === null || value === undefined ? value : copy(value));

const eachOf =
  (copy: Copy): Copy =>
  (value) =>
    (value as unknown[]).map((element) => copy(element));

/** Undefined for an object whose other fields have a schema. */
function objectCopier({ shape, catchall }: z.core.$ZodObjectDef): Copy | undefined {
  const others = catchall?._zod.def.type ?? "never";
  if (others !== "never" && others !== "unknown") return undefined;
  const fields = Object.entries(shape).map(([name, field]) => [name, declaredCopier(field)] as const);
  // A copy that has all its fields from the start is faster to fill and to serialize.
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(([name]) => [name, undefined]));
  return (value) => {
    const source = value as Record<string, unknown>;
    const copy = others === "unknown" ? { ...empty, ...source } : { ...empty };
    for (const [name, copyField] of fields) copy[name] = copyField(source[name]);
    return copy;
  };
}
