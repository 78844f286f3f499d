import type { JsonSchema } from "#infra/documents/json-schemas.ts";
import { START, VALUES } from "./example-values.ts";

/** Makes examples of schemas. */
export interface ExampleMaker {
  /** What is sent: the fields that are needed, or one where none is. */
  sent(schema: JsonSchema): unknown;
  /** What is answered: every field. */
  answered(schema: JsonSchema): unknown;
  /** One field. */
  field(name: string, schema: JsonSchema): unknown;
}

/** Makes examples that fit their schemas; references lead to `components`. The same schema has the same example. */
export function exampleMaker(components: Record<string, JsonSchema>): ExampleMaker {
  const resolved = (schema: JsonSchema): JsonSchema =>
    typeof schema["$ref"] === "string" ? (components[schema["$ref"].split("/").at(-1) ?? ""] ?? {}) : schema;
  const make = (reference: JsonSchema, field: Field): unknown => {
    const schema = resolved(reference);
    if ("const" in schema) return schema["const"];
    if ("example" in schema) return schema["example"];
    const value = valuesFor(field).find((one) => fits(schema, one));
    const branches = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(branches)) return make(chosen(branches.map(resolved), field), field);
    if (value !== undefined) return value;
    if (Array.isArray(schema["enum"])) return schema["enum"][0];
    if (Array.isArray(schema["allOf"]))
      return Object.assign({}, ...schema["allOf"].map((part) => make(part, field)));
    if (isObject(schema["properties"])) return objectOf(schema, field);
    return plainValue(schema, (items) => make(items, { ...field, name: singular(field.name) }));
  };
  const objectOf = (schema: JsonSchema, { name: parent, isWhole }: Field): object => {
    const properties = Object.entries(schema["properties"] as Record<string, JsonSchema>);
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const needed = properties.filter(([name]) => isWhole || required.includes(name));
    const kept = needed.length > 0 ? needed : properties.slice(0, 1);
    return Object.fromEntries(
      kept.map(([name, property]) => [name, make(property, { name, parent, isWhole })]),
    );
  };
  return {
    sent: (schema) => make(schema, { name: "sent", parent: "", isWhole: false }),
    answered: (schema) => make(schema, { name: "", parent: "", isWhole: true }),
    field: (name, schema) => make(schema, { name, parent: "", isWhole: true }),
  };
}

/** The place a value is made for. */
interface Field {
  name: string;
  /** Name of the object it is in. */
  parent: string;
  /** Whether objects have all their fields, or those that are needed. */
  isWhole: boolean;
}

const valuesFor = ({ name, parent }: Field): unknown[] =>
  [`${parent}.${name}`, name].flatMap((key) => (VALUES.has(key) ? [VALUES.get(key)] : []));

/** The branch the field's own value fits, else one with fields; null only when there is no value. */
function chosen(branches: readonly JsonSchema[], field: Field): JsonSchema {
  const fitting = valuesFor(field).flatMap((value) => branches.filter((branch) => fits(branch, value)));
  const structured = branches.find((branch) => isObject(branch["properties"]));
  const isNullable = branches.some(({ type }) => type === "null");
  return fitting[0] ?? structured ?? (isNullable ? { const: null } : (branches[0] ?? {}));
}

function plainValue(schema: JsonSchema, element: (items: JsonSchema) => unknown): unknown {
  const types = typesOf(schema);
  if (types.includes("null")) return null;
  if (types.includes("array")) return elementsOf(schema, element);
  if (types.includes("object")) return {};
  if (types.includes("boolean")) return false;
  if (types.includes("integer") || types.includes("number")) return schema["minimum"] ?? 1;
  switch (schema["format"]) {
    case "uri":
      return "https://example.com";
    case "email":
      return "ann@example.com";
    case "date-time":
      return START;
    default:
      return types.includes("string") ? "text" : {};
  }
}

function elementsOf({ items }: JsonSchema, element: (items: JsonSchema) => unknown): unknown[] {
  const isNever = isObject(items) && isObject(items["not"]) && Object.keys(items["not"]).length === 0;
  return isObject(items) && !isNever ? [element(items)] : [];
}

const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type]);

function fits(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value);
  if ("const" in schema) return schema["const"] === value;
  if (typeof value === "string" && typeof schema["pattern"] === "string")
    return new RegExp(schema["pattern"]).test(value);
  return typesOf(schema).includes(typeOf(value));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}

const singular = (name: string): string => name.replace(/s$/, "");
const isObject = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;
