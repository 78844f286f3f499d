import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { unboundedParts } from "./unbounded-parts.ts";

const { endpoints } = await loadRegistry();
const PARTS = ["path", "query", "body", "options"] as const;
const schemas = endpoints.flatMap(({ spec }) =>
  PARTS.flatMap((part) => (spec[part] ? [[`${spec.id} ${part}`, spec[part]] as const] : [])),
);

it.each(schemas)("every request is bounded in size: %s", (_, schema) => {
  expect(unboundedParts(schema)).toEqual([]);
});

describe("the rule that every request is bounded", () => {
  it("finds strings, arrays and objects of any size, wherever they are", () => {
    const schema = z.object({
      text: z.string().optional(),
      list: z.array(z.object({ note: z.union([z.int(), z.string()]).nullable() })),
      free: z.record(z.string(), z.unknown()),
      any: z.unknown(),
      digits: z.string().regex(/^\d+$/),
    });
    expect(unboundedParts(schema)).toEqual([
      ".text: a string without maxLength",
      ".list: an array without maxItems",
      ".list[].note: a string without maxLength",
      ".free: an object without x-maxBytes",
      ".any: any value",
      ".digits: a string without maxLength",
    ]);
  });

  it("accepts what states its size", () => {
    const schema = z.object({
      text: z.string().max(5),
      list: z.array(z.enum(["a", "b"])).max(2),
      free: z.record(z.string(), z.unknown()).meta({ "x-maxBytes": 100 }),
      digits: z.string().regex(/^\d{1,15}$/),
      count: z.int().nullable(),
    });
    expect(unboundedParts(schema)).toEqual([]);
  });
});
