import * as z from "zod";

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;
type Direction = "input" | "output";
type Names = ReadonlyMap<z.ZodType, string>;

/** JSON Schemas rendered from zod schemas. Schemas with a name are components, and are referenced. */
export interface JsonSchemas {
  /** The JSON Schema of a part of a request or of a response; a reference if it has a name. */
  of(schema: z.ZodType, direction: Direction): JsonSchema;
  /** All referenced schemas, by name. */
  components: Record<string, JsonSchema>;
}

const COMPONENTS = "#/components/schemas/";

/**
 * Renders the schemas of requests (`input`) and responses (`output`). A named schema whose two forms differ, for example by a default,
 * becomes two components, and the one of requests is `<name>Input`.
 */
export function renderJsonSchemas(parts: Record<Direction, readonly z.ZodType[]>, names: Names): JsonSchemas {
  const input = render(parts.input, names, "input");
  const output = render(parts.output, names, "output");
  const renamed = differingNames(input, output);
  const inputName = (name: string): string => (renamed.has(name) ? `${name}Input` : name);
  const components = new Map<string, JsonSchema>();
  for (const name of output.referenced) components.set(name, output.named(name));
  for (const name of input.referenced)
    components.set(inputName(name), renameReferences(input.named(name), inputName));
  return {
    of: (schema, direction) =>
      direction === "input" ? renameReferences(input.of(schema), inputName) : output.of(schema),
    components: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Renders the JSON Schema of a zod schema without references, as a separate document. */
export const inlineJsonSchema = (schema: z.ZodType, direction: Direction): JsonSchema =>
  simplifyObject(
    z.toJSONSchema(schema, { io: direction, unrepresentable: "any", reused: "inline" }),
    direction,
  );

/** The schemas of one direction, and the names that they reference directly or indirectly. */
interface Rendering {
  of(schema: z.ZodType): JsonSchema;
  named(name: string): JsonSchema;
  referenced: Set<string>;
}

function render(parts: readonly z.ZodType[], names: Names, direction: Direction): Rendering {
  const ids = new Map(names);
  for (const part of parts) if (!ids.has(part)) ids.set(part, `part ${ids.size}`);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: direction,
    unrepresentable: "any",
    uri: (id) => `${COMPONENTS}${id}`,
  });
  const simplified = new Map(
    Object.entries(schemas).map(([id, schema]) => [id, simplifyObject(schema, direction)]),
  );
  const named = (id: string): JsonSchema => simplified.get(id) ?? {};
  const of = (schema: z.ZodType): JsonSchema =>
    names.has(schema) ? { $ref: `${COMPONENTS}${names.get(schema)}` } : named(ids.get(schema) ?? "");
  const referenced = new Set<string>();
  const follow = (schema: JsonSchema): void => {
    for (const name of referencesIn(schema)) {
      if (referenced.has(name)) continue;
      referenced.add(name);
      follow(named(name));
    }
  };
  for (const part of parts) follow(of(part));
  return { of, named, referenced };
}

/** Returns the names in both directions whose schemas differ, or whose references lead to a schema that differs. */
function differingNames(input: Rendering, output: Rendering): Set<string> {
  const shared = [...input.referenced].filter((name) => output.referenced.has(name));
  const differing = new Set(
    shared.filter((name) => JSON.stringify(input.named(name)) !== JSON.stringify(output.named(name))),
  );
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const name of shared)
      if (referencesIn(input.named(name)).some((reference) => differing.has(reference))) differing.add(name);
  }
  return differing;
}

const referencesIn = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );

const renameReferences = (schema: JsonSchema, rename: (name: string) => string): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema).replaceAll(
      /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
      (_, name: string) => `"$ref":"${COMPONENTS}${rename(name)}"`,
    ),
  );

const UNBOUNDED: ReadonlySet<unknown> = new Set([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
const DIGITS = /^\^\\d\{1,\d+\}\$$/;

function simplify(value: unknown, direction: Direction): unknown {
  if (Array.isArray(value)) return value.map((item) => simplify(item, direction));
  return typeof value === "object" && value !== null ? simplifyObject(value, direction) : value;
}

/** Removes redundant keywords. */
function simplifyObject(value: object, direction: Direction): JsonSchema {
  const simplified = integerSchema(value) ?? value;
  const entries = Object.entries(simplified).filter(([key, inner]) => {
    if (key === "$schema" || key === "$id" || key === "propertyNames") return false;
    if (key === "pattern") return !("format" in simplified && simplified.format === "date-time");
    if (key === "minimum" || key === "maximum") return !UNBOUNDED.has(inner);
    // Responses can get new fields, which clients must accept.
    return !(key === "additionalProperties" && inner === false && direction === "output");
  });
  return Object.fromEntries(entries.map(([key, inner]) => [key, simplify(inner, direction)]));
}

/** Returns the integer schema of a union of an integer and its digits as text, because paths and queries are always text. */
function integerSchema(value: object): object | undefined {
  if (!("anyOf" in value) || !Array.isArray(value.anyOf) || value.anyOf.length !== 2) return undefined;
  const [integer, text]: (object & { type?: unknown; pattern?: unknown })[] = value.anyOf;
  const isDigits = text?.type === "string" && DIGITS.test(String(text.pattern));
  const { anyOf: _, ...others } = value;
  return integer?.type === "integer" && isDigits ? { ...integer, ...others } : undefined;
}
