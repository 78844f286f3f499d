import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { inlineJsonSchema } from "#infra/documents/json-schemas.ts";
import { PROJECT } from "#infra/project.ts";
import { TOOLS } from "#lib/agents/tools.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { MCP_SCOPES } from "#lib/identity/oauth/resource.ts";

const Properties = z.object({ properties: z.record(z.string(), z.looseObject({})).default({}) });

/** The endpoint whose work a tool does. */
async function endpointOf(id: string): Promise<EndpointSpec> {
  const file = join(PROJECT, "functions", `${id.replaceAll(".", "/")}.ts`);
  const { handler }: { handler: { spec: EndpointSpec } } = await import(pathToFileURL(file).href);
  return handler.spec;
}

/** The schemas of the fields of a request, by name, without descriptions and examples. */
function fieldsOf(parts: readonly (z.ZodType | undefined)[]): Map<string, object> {
  return new Map(
    parts.flatMap((part) => {
      if (!part) return [];
      const { properties } = Properties.parse(inlineJsonSchema(part, "input"));
      return Object.entries(properties).map(
        ([name, { description: _, example: __, ...field }]) => [name, field] as const,
      );
    }),
  );
}

/** Whether a schema of a tool is that of an endpoint, with one form of each field that has several. */
function isOneFormOf(schema: unknown, endpoints: unknown): boolean {
  const forms = Object(endpoints)["anyOf"];
  if (Array.isArray(forms) && !("anyOf" in Object(schema)))
    return forms.some((form) => isOneFormOf(schema, form));
  if (!isObject(schema) || !isObject(endpoints)) return isDeepStrictEqual(schema, endpoints);
  const names = [...new Set([...Object.keys(schema), ...Object.keys(endpoints)])].filter(
    (name) => !TEXTS.has(name),
  );
  return names.every(
    (name) =>
      // A tool has fewer fields, and rejects others.
      (name === "additionalProperties" && schema[name] === false) ||
      isOneFormOf(schema[name], endpoints[name]),
  );
}
const TEXTS = new Set(["description", "example", "deprecated"]);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists the paths of the parts of a schema that have no single type. */
function pathsWithoutType(schema: unknown, path: string): string[] {
  if (!isObject(schema)) return [];
  const { type, properties, items, enum: values, const: constant } = schema;
  const isPlain = typeof type === "string" || values !== undefined || constant !== undefined;
  const own = isPlain && !("anyOf" in schema || "oneOf" in schema || "allOf" in schema) ? [] : [path];
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...own,
    ...fields.flatMap(([name, field]) => pathsWithoutType(field, `${path}.${name}`)),
    ...(items === undefined ? [] : pathsWithoutType(items, `${path}[]`)),
  ];
}

/** The arguments that only tools have. */
const TOOL_ARGUMENTS = new Set([
  // For endpoints these are the header Idempotency-Key and the query parameter `take`.
  "idempotencyKey",
  "limit",
]);

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (_, tool) => {
  it("has the scopes, failures and permissions of its endpoint", async () => {
    const spec = await endpointOf(tool.endpoint);
    expect(tool.scopes).toEqual(spec.scopes);
    expect(spec.failures).toEqual(expect.arrayContaining([...tool.failures]));
    expect(spec.permissions).toEqual(expect.arrayContaining([...tool.permissions]));
  });

  it("accepts fields of its endpoint, with the same checks", async () => {
    const { input } = await endpointOf(tool.endpoint);
    const endpointFields = fieldsOf(Object.values(input));
    const toolFields = [...fieldsOf([tool.input])].filter(([name]) => !TOOL_ARGUMENTS.has(name));
    const others = toolFields.filter(([name, field]) => !isOneFormOf(field, endpointFields.get(name)));
    expect(others).toEqual([]);
  });

  it("has one type for each argument, because not all clients understand a choice", () => {
    expect(pathsWithoutType(inlineJsonSchema(tool.input, "input"), tool.name)).toEqual([]);
  });

  it("rejects unknown arguments, except answers to questions of the event type", () => {
    const isOpen = (schema: unknown, path: string): string[] =>
      isObject(schema)
        ? [
            ...(schema["type"] === "object" && schema["additionalProperties"] !== false ? [path] : []),
            ...Object.entries(Object(schema["properties"])).flatMap(([name, field]) =>
              isOpen(field, `${path}.${name}`),
            ),
          ]
        : [];
    const allowed = tool.name === "create_booking" ? ["create_booking.responses"] : [];
    expect(isOpen(inlineJsonSchema(tool.input, "input"), tool.name)).toEqual(allowed);
  });

  it("has descriptions of itself, its arguments and its results", () => {
    expect(tool.description.length).toBeGreaterThan(80);
    const parts = [inlineJsonSchema(tool.input, "input"), inlineJsonSchema(tool.output, "output")];
    const undescribed = parts.flatMap((part) =>
      Object.entries(Properties.parse(part).properties).filter(([, field]) => !field["description"]),
    );
    expect(undescribed).toEqual([]);
  });

  it("accepts an idempotencyKey if it creates something", () => {
    expect("idempotencyKey" in tool.input.shape).toBe(tool.effect === "create");
  });
});

it("the scopes that OAuth clients request are those of all tools", () => {
  expect(new Set(MCP_SCOPES)).toEqual(new Set(TOOLS.flatMap(({ scopes }) => scopes)));
});
