import fc from "fast-check";
import { API_DOCUMENT } from "#test/support/documents/api-document.ts";

type Schema = Record<string, unknown>;
/** Values that fields of these names have wherever they are, such as ids of what is there. */
export type KnownValues = ReadonlyMap<string, readonly unknown[]>;

const MILLISECONDS_OF_2031 = { min: new Date("2031-01-01"), max: new Date("2031-12-31") };
const instant = fc
  .date({ ...MILLISECONDS_OF_2031, noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 16)}:00Z`);

/** Component schemas that say less than what is taken. */
const BY_NAME: Record<string, fc.Arbitrary<unknown>> = { Instant: instant };
const BY_FIELD: Record<string, fc.Arbitrary<unknown>> = {
  timeZone: fc.constantFrom("Europe/Zurich", "America/New_York", "Asia/Kathmandu", "UTC"),
  meetingUrl: fc.constantFrom("https://meet.example.com/a", "http://meet.example.com"),
  locale: fc.constantFrom("en", "pt-BR"),
};

/** Makes values that fit a schema of the document, apart from rules it can't say. */
export function valuesOf(schema: unknown, known: KnownValues, field = ""): fc.Arbitrary<unknown> {
  const drawn = drawnFrom(schema as Schema, known, field);
  const values = known.get(field);
  return values === undefined
    ? drawn
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: drawn });
}

function drawnFrom(schema: Schema, known: KnownValues, field: string): fc.Arbitrary<unknown> {
  const named = BY_FIELD[field];
  if (named !== undefined) return named;
  if (typeof schema["$ref"] === "string") return referred(schema["$ref"], known, field);
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...schema["enum"]);
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) return fc.oneof(...branches.map((branch) => drawnFrom(branch, known, field)));
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  return fc.oneof(...types.map((type) => ofType(type, schema, { known, field })));
}

function referred(reference: string, known: KnownValues, field: string): fc.Arbitrary<unknown> {
  const name = reference.split("/").at(-1) ?? "";
  return BY_NAME[name] ?? drawnFrom(componentOf(name), known, field);
}

function componentOf(name: string): Schema {
  const { schemas } = API_DOCUMENT.components;
  return (schemas as Record<string, Schema>)[name] ?? {};
}

function ofType(
  type: unknown,
  schema: Schema,
  { known, field }: { known: KnownValues; field: string },
): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 100_000, minItems = 0, maxItems = 4 } = schema as Record<string, number>;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case "array":
      return fc.array(valuesOf(schema["items"] ?? {}, known, field.replace(/s$/, "")), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 4),
      });
    case "object":
      return objectOf(schema, known);
    case "string":
      return textOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  if (properties.length === 0)
    return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }));
  const fields = properties.map(([name, property]) => [name, valuesOf(property, known, name)] as const);
  const requiredKeys = (schema["required"] ?? []) as string[];
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200 } = schema as Record<string, number>;
  if (schema["format"] === "email") return fc.constantFrom("ann@example.com", "bob+x@example.org");
  if (schema["format"] === "uri") return fc.webUrl();
  if (schema["format"] === "date-time") return instant;
  if (typeof schema["pattern"] === "string") return fc.stringMatching(new RegExp(schema["pattern"]));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 200) });
}
