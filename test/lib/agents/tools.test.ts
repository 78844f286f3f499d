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

/** The fields of a request's parts, by name, without what only people read. */
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

/** Arguments that only tools have, and why. */
const OF_TOOLS = new Set([
  // The header Idempotency-Key, and `take` of lists with a limit.
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

  it("takes the fields of its endpoint, with the same checks", async () => {
    const { path, query, body, options } = await endpointOf(tool.endpoint);
    const own = fieldsOf([path, query, body, options]);
    const taken = [...fieldsOf([tool.input])].filter(([name]) => !OF_TOOLS.has(name));
    expect(Object.fromEntries(taken)).toEqual(
      Object.fromEntries(taken.map(([name]) => [name, own.get(name)])),
    );
  });

  it("is described to a language model, and so is each of its arguments and results", () => {
    expect(tool.description.length).toBeGreaterThan(80);
    const parts = [inlineJsonSchema(tool.input, "input"), inlineJsonSchema(tool.output, "output")];
    const undescribed = parts.flatMap((part) =>
      Object.entries(Properties.parse(part).properties).filter(([, field]) => !field["description"]),
    );
    expect(undescribed).toEqual([]);
  });

  it("takes an idempotencyKey if it creates something", () => {
    expect("idempotencyKey" in tool.input.shape).toBe(tool.effect === "create");
  });
});

it("asks OAuth clients for the scopes of all tools", () => {
  expect(new Set(MCP_SCOPES)).toEqual(new Set(TOOLS.flatMap(({ scopes }) => scopes)));
});
