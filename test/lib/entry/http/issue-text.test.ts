import { expect, it } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { oneOrMore } from "#lib/platform/one-or-more.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

/** The text about a value of the field `field` that its schema rejects. */
async function detailFor(schema: z.ZodType, field: unknown): Promise<unknown> {
  const spec = {
    ...endpointSpec({ route: "POST /things" }),
    input: { body: z.strictObject({ field: schema }) },
  };
  const { json } = await invoke(
    endpoint(spec, async () => ({})),
    { caller: OPERATOR, body: { field } },
  );
  return json["detail"];
}

const Kind = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("a") }),
  z.strictObject({ kind: z.literal("b") }),
]);
const Choice = z.union([z.string().max(3), z.strictObject({ first: z.string() })]);
it.each<[string, z.ZodType, unknown]>([
  ['"field" is required.', z.string(), undefined],
  ['"field" is required.', Choice, undefined],
  ['"field" must be text.', z.string(), 1],
  ['"field" can be sent at most 50 times.', oneOrMore(z.string(), "must be text"), Array(51).fill("x")],
  ['"field" must be a whole number.', z.int(), 1.5],
  ['"field" must be true or false.', z.boolean(), "yes"],
  ['"field" must be a list.', z.array(z.string()), {}],
  ['"field" must be an object.', z.record(z.string(), z.string()), []],
  ['"field" must be one of "a", "b".', z.enum(["a", "b"]), "c"],
  ['"field" must be true.', z.literal(true), false],
  ['"field" must have at most 3 characters.', z.string().max(3), "abcd"],
  ['"field" must not be empty.', z.string().min(1), ""],
  ['"field" must have at least 1 elements.', z.array(z.int()).min(1), []],
  ['"field" must be at most 5.', z.number().max(5), 6],
  ['"field" must be a multiple of 5.', z.number().multipleOf(5), 6],
  ['"field" must be an email address.', z.email(), "x"],
  ['"field" does not have the right format.', z.string().regex(/^a$/), "b"],
  ['"field.inner" is not a field of this request.', z.strictObject({}), { inner: 1 }],
  ['"field" is not valid.', z.record(z.enum(["a"]), z.int()).or(z.int()), "x"],
  ['"field" must have at most 3 characters.', Choice, "abcd"],
  ['"field.first" must be text.', Choice, { first: 1 }],
  ['"field.kind" is required.', Kind, {}],
  ['"field.kind" must be one of "a", "b".', Kind, { kind: "c" }],
  ['"field" must be an object.', Kind, "a"],
  ['"field" must be even.', z.int().refine((value) => value % 2 === 0, "must be even"), 3],
])("the text about an invalid field is %s", async (text, schema, value) => {
  expect(await detailFor(schema, value)).toBe(text);
});
