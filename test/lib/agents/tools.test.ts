import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { inlineJsonSchema } from "#infra/documents/json-schemas.ts";
import { PROJECT } from "#infra/project.ts";
import { TOOLS } from "#lib/agents/tools.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { MCP_SCOPES } from "#lib/oauth/resource.ts";

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

/** A schema and, if it is a union, its alternatives: a tool may accept only one of them, such as the id of a booking without its uid. */
const alternativesOf = (field: object | undefined): unknown[] =>
  field && "anyOf" in field && Array.isArray(field.anyOf) ? [field, ...field.anyOf] : [field];

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
    const { path, query, body, options } = await endpointOf(tool.endpoint);
    const endpointFields = fieldsOf([path, query, body, options]);
    const toolFields = [...fieldsOf([tool.input])].filter(([name]) => !TOOL_ARGUMENTS.has(name));
    for (const [name, field] of toolFields)
      expect(alternativesOf(endpointFields.get(name)), name).toContainEqual(field);
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
