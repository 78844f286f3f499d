import * as z from "zod";

export type JsonSchema = Record<string, unknown>;
type Direction = "input" | "output";
type Names = ReadonlyMap<z.ZodType, string>;

/** The JSON Schemas of some zod schemas, with those that have a name hoisted. */
export interface JsonSchemas {
  /** The JSON Schema of a request's part or of a response: a reference when it has a name. */
  of(schema: z.ZodType, direction: Direction): JsonSchema;
  /** Name → schema of everything that is referenced. */
  components: Record<string, JsonSchema>;
}

const COMPONENTS = "#/components/schemas/";

/**
 * Renders schemas as they are sent (`input`) and answered (`output`). A named schema whose two forms differ, by a
 * default for example, appears twice: what is sent as `<name>Input`.
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

/** The JSON Schema of a zod schema as a document of its own, without references. */
export const inlineJsonSchema = (schema: z.ZodType, direction: Direction): JsonSchema =>
  tidyObject(z.toJSONSchema(schema, { io: direction, unrepresentable: "any", reused: "inline" }), direction);

/** The schemas of one direction and the names they reach. */
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
  const tidied = new Map(Object.entries(schemas).map(([id, schema]) => [id, tidyObject(schema, direction)]));
  const named = (id: string): JsonSchema => tidied.get(id) ?? {};
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

/** Names used in both directions whose forms differ, in themselves or in what they refer to. */
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

function tidy(value: unknown, direction: Direction): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, direction));
  return typeof value === "object" && value !== null ? tidyObject(value, direction) : value;
}

/** Leaves out what only says what every reader takes for granted. */
function tidyObject(value: object, direction: Direction): JsonSchema {
  const tidied = wholeNumber(value) ?? value;
  const kept = Object.entries(tidied).filter(([key, inner]) => {
    if (key === "$schema" || key === "$id" || key === "propertyNames") return false;
    if (key === "pattern") return !("format" in tidied && tidied.format === "date-time");
    if (key === "minimum" || key === "maximum") return !UNBOUNDED.has(inner);
    // Answers may gain fields; clients must not refuse them.
    return !(key === "additionalProperties" && inner === false && direction === "output");
  });
  return Object.fromEntries(kept.map(([key, inner]) => [key, tidy(inner, direction)]));
}

/** The integer in "an integer, or its digits as text": paths and queries are text anyway. */
function wholeNumber(value: object): object | undefined {
  if (!("anyOf" in value) || !Array.isArray(value.anyOf) || value.anyOf.length !== 2) return undefined;
  const [integer, text]: (object & { type?: unknown; pattern?: unknown })[] = value.anyOf;
  const isDigits = text?.type === "string" && DIGITS.test(String(text.pattern));
  const { anyOf: _, ...others } = value;
  return integer?.type === "integer" && isDigits ? { ...integer, ...others } : undefined;
}
