import type { JsonSchema } from "#infra/documents/json-schemas.ts";
import { START, VALUES } from "./example-values.ts";

/** Generates examples of schemas. */
export interface ExampleGenerator {
  /** A request with the required fields, or with one field if none is required. */
  request(schema: JsonSchema): unknown;
  /** A response with all fields. */
  response(schema: JsonSchema): unknown;
  /** A value of one field. */
  field(name: string, schema: JsonSchema): unknown;
}

/** Creates a generator of examples that match their schemas. References refer to `components`. Equal schemas have equal examples. */
export function createExampleGenerator(components: Record<string, JsonSchema>): ExampleGenerator {
  const resolve = (schema: JsonSchema): JsonSchema =>
    typeof schema["$ref"] === "string" ? (components[schema["$ref"].split("/").at(-1) ?? ""] ?? {}) : schema;
  const generate = (reference: JsonSchema, field: Field): unknown => {
    const schema = resolve(reference);
    if ("const" in schema) return schema["const"];
    if ("example" in schema) return schema["example"];
    const value = valuesFor(field).find((one) => fits(schema, one));
    const branches = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(branches)) return generate(chooseBranch(branches.map(resolve), field), field);
    if (value !== undefined) return value;
    if (Array.isArray(schema["enum"])) return schema["enum"][0];
    if (Array.isArray(schema["allOf"]))
      return Object.assign({}, ...schema["allOf"].map((part) => generate(part, field)));
    if (isObject(schema["properties"])) return objectOf(schema, field);
    return plainValue(schema, (items) => generate(items, { ...field, name: singular(field.name) }));
  };
  const objectOf = (schema: JsonSchema, { name: parent, hasAllFields }: Field): object => {
    const properties = Object.entries(schema["properties"] as Record<string, JsonSchema>);
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const selected = properties.filter(([name]) => hasAllFields || required.includes(name));
    const fields = selected.length > 0 ? selected : properties.slice(0, 1);
    return Object.fromEntries(
      fields.map(([name, property]) => [name, generate(property, { name, parent, hasAllFields })]),
    );
  };
  return {
    request: (schema) => generate(schema, { name: "request", parent: "", hasAllFields: false }),
    response: (schema) => generate(schema, { name: "", parent: "", hasAllFields: true }),
    field: (name, schema) => generate(schema, { name, parent: "", hasAllFields: true }),
  };
}

/** The field for which a value is generated. */
interface Field {
  name: string;
  /** Name of the object that contains it. */
  parent: string;
  /** Whether objects have all fields, or only required ones. */
  hasAllFields: boolean;
}

const valuesFor = ({ name, parent }: Field): unknown[] =>
  [`${parent}.${name}`, name].flatMap((key) => (VALUES.has(key) ? [VALUES.get(key)] : []));

/** Chooses the branch that matches the example value of the field, otherwise one with fields, otherwise null if that is allowed. */
function chooseBranch(branches: readonly JsonSchema[], field: Field): JsonSchema {
  const matching = valuesFor(field).flatMap((value) => branches.filter((branch) => fits(branch, value)));
  const structured = branches.find((branch) => isObject(branch["properties"]));
  const isNullable = branches.some(({ type }) => type === "null");
  return matching[0] ?? structured ?? (isNullable ? { const: null } : (branches[0] ?? {}));
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
