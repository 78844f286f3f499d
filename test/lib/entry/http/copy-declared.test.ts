import { describe, expect, it } from "vitest";
import * as z from "zod";
import { declaredCopier } from "#lib/entry/http/copy-declared.ts";

/** An object whose own keys are names of `Object.prototype`, as `JSON.parse` creates it. */
const HOSTILE: object = JSON.parse('{ "__proto__": { "isAdmin": true }, "constructor": "c", "id": 1 }');

describe("a copy", () => {
  it("has no undeclared field, and no other prototype", () => {
    const copy = declaredCopier(z.object({ id: z.number() }))(HOSTILE);
    expect(JSON.stringify(copy)).toBe('{"id":1}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).not.toHaveProperty("isAdmin");
  });

  it("of an object with any fields has its own keys as fields only", () => {
    const copy = declaredCopier(z.looseObject({ id: z.number() }))(HOSTILE);
    expect(JSON.stringify(copy)).toBe('{"id":1,"__proto__":{"isAdmin":true},"constructor":"c"}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).not.toHaveProperty("isAdmin");
  });

  it("has declared fields as fields, also with these names", () => {
    const shape = Object.fromEntries(["__proto__", "constructor"].map((name) => [name, z.unknown()]));
    const copy = declaredCopier(z.object(shape))(HOSTILE);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"isAdmin":true},"constructor":"c"}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  it.each([
    ["an object where a plain value is declared", z.string(), {}],
    ["a plain value where an object is declared", z.object({}), "text"],
    ["a plain value where a list is declared", z.array(z.string()), "text"],
    ["an object where a list is declared", z.array(z.string()), {}],
  ])("throws for %s", (_, declared, value) => {
    expect(() => declaredCopier(z.object({ field: declared }))({ field: value })).toThrow(TypeError);
  });
});
