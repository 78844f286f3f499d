import { expect, it } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { parseInput, rawInput } from "#lib/entry/http/input.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { Failure, type FieldProblem } from "#lib/failures.ts";
import { gatewayEvent } from "#test/support/calls/gateway-event.ts";

const { endpoints } = await loadRegistry();
const LONG = "x".repeat(40_000);
const BAD_VALUES = [undefined, null, true, -1, 1.5, 1e300, "", "x", LONG, [], [1], ["x", {}], {}, { x: 1 }];
const LIBRARY_TEXT =
  /invalid (input|option|string|number|key|value)|expected|received|too (big|small)|unrecognized/i;
const SENTENCE = /^("[^"]+"|[A-Z]).* .*\.$/s;

const Fields = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema === undefined
    ? []
    : Object.keys(Fields.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).properties);

/** The texts about invalid values, one field at a time. */
function problemsOf(spec: EndpointSpec): FieldProblem[] {
  const parts = (sent: { path?: string; query?: string; body?: string }, value: unknown) => {
    const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
    return problemsIn(spec, {
      path: sent.path === undefined ? {} : { [sent.path]: text },
      query: sent.query === undefined ? {} : { [sent.query]: [text] },
      body: sent.body === undefined ? value : { [sent.body]: value, unknownField: 1 },
    });
  };
  return BAD_VALUES.flatMap((value) => [
    ...parts({}, value),
    ...fieldsOf(spec.input.path).flatMap((path) => parts({ path }, value)),
    ...[...fieldsOf(spec.input.query ?? spec.input.options), ...fieldsOf(spec.input.page)].flatMap((query) =>
      parts({ query }, value),
    ),
    ...fieldsOf(spec.input.body ?? spec.input.options).flatMap((body) => parts({ body }, value)),
  ]);
}

function problemsIn(
  spec: EndpointSpec,
  { body, ...parts }: { path: Record<string, string>; query: Record<string, string[]>; body: unknown },
): FieldProblem[] {
  try {
    parseInput(z.object(spec.input), rawInput(spec, gatewayEvent(spec.route, parts), body));
    return [];
  } catch (error) {
    if (error instanceof Failure) return error.errors;
    throw error;
  }
}

const takesInput = endpoints.filter(({ spec }) => Object.keys(spec.input).length > 0);

it.each(takesInput.map(({ spec }) => [spec.id, spec] as const))(
  "the errors of an endpoint for bad input are sentences of this service, not of a library: %s",
  (_, spec) => {
    const texts = new Set(problemsOf(spec).map(({ message }) => message));
    expect(texts.size).toBeGreaterThan(0);
    expect([...texts].filter((text) => LIBRARY_TEXT.test(text) || !SENTENCE.test(text))).toEqual([]);
  },
);

const takesObject = takesInput.filter(
  ({ spec: { input, protocol } }) => (input.body ?? input.options) && protocol === undefined,
);

it.each(takesObject.map(({ spec }) => [spec.id, spec] as const))(
  "a body that is no object is rejected with the pointer to the body: %s",
  (_, spec) => {
    const problems = [[], [{}], "x", 7, true].map((body) => problemsIn(spec, { path: {}, query: {}, body }));
    const ofBody = problems.map((found) => found.filter(({ pointer }) => !pointer.startsWith("#/path")));
    const expected = { pointer: "#", code: "invalid_type", message: "The body must be an object." };
    expect(ofBody).toEqual(problems.map(() => [expected]));
  },
);
