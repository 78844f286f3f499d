import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { TOOLS } from "#lib/agents/tools.ts";
import { declaredCopier } from "#lib/entry/http/copy-declared.ts";
import { runCount } from "#test/support/model/runs.ts";
import { valuesOf } from "./generated/schema-values.ts";

const SECRET = "passwordHash";
const endpoints = (await loadRegistry()).endpoints
  .map(({ spec }) => spec)
  .filter(
    ({ response, computed, protocol }) =>
      !(response instanceof z.ZodString || computed || protocol === "mcp"),
  );
const specs = [...endpoints, ...TOOLS.map(({ name, output }) => ({ id: name, response: output }))];

/** Generates values of a schema. A list of `never` is empty. */
const valuesOfSchema = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  const document = z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      if (_zod.def.type === "array" && _zod.def.element._zod.def.type === "never") jsonSchema.maxItems = 0;
    },
  });
  return valuesOf(document, new Map());
};

/** Adds an undeclared field to each object of a value down to a depth, and reverses the order of the fields. */
function withSecrets(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => withSecrets(element, depth));
  const fields = Object.entries(value).map(([name, field]) => [name, withSecrets(field, depth - 1)]);
  return Object.fromEntries([[SECRET, 1], ...fields.toReversed()]);
}

/** Adds undeclared fields as deep as the schema accepts them. */
const deepest = (schema: z.ZodType, value: unknown): unknown =>
  [5, 4, 3, 2, 1, 0].map((depth) => withSecrets(value, depth)).find((sent) => schema.safeParse(sent).success);

it.each(specs)(
  "a response of $id has only what its schema declares, in the order of the schema",
  ({ response }) => {
    const copy = declaredCopier(response);
    // A JSON Schema can't say all that a schema checks, so some drawn values are not valid.
    const values = valuesOfSchema(response).filter((value) => response.safeParse(value).success);
    fc.assert(
      fc.property(values, (value) => {
        const sent = deepest(response, response.parse(value));
        expect(JSON.stringify(copy(sent))).toBe(JSON.stringify(response.parse(sent)));
      }),
      { numRuns: runCount(10) },
    );
  },
);
