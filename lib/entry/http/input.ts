import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import { Failure, type FieldCode, type FieldProblem, fieldSentence, notFound } from "#lib/failures.ts";
import type { ParsedEvent } from "./body-parsers.ts";
import { issueText, NOT_VALID } from "./issue-text.ts";
import { type EventWithQuery, queryOf } from "./query.ts";
import type { EndpointCall, EndpointSpec, Schema } from "./spec.ts";

/** The parsed parts of a request, as named in the spec. */
export type Input<P, Q, B, O> = Pick<EndpointCall<P, Q, B, O>, "path" | "query" | "body" | "options">;

/** The event of a call whose input is parsed. */
export type InputEvent<P, Q, B, O> = ParsedEvent & { input: Input<P, Q, B, O> };

/** Middleware that sets the input, see {@link parseInput}. */
export const inputParser = <P extends Schema, Q extends Schema, B extends Schema, O extends Schema>(
  spec: EndpointSpec<P, Q, B, O>,
): MiddlewareObj<InputEvent<P, Q, B, O>> => ({
  before: ({ event }) => {
    event.input = parseInput(spec, event, event.body);
  },
});

/**
 * Parses every part of a request that the spec declares.
 *
 * @throws {Failure} `invalid_request` with all problems of all parts, `not_found` for an id with leading zeros
 */
export function parseInput<P extends Schema, Q extends Schema, B extends Schema, O extends Schema>(
  spec: EndpointSpec<P, Q, B, O>,
  event: EventWithQuery & Pick<ParsedEvent, "pathParameters">,
  body: unknown,
): Input<P, Q, B, O> {
  const problems: FieldProblem[] = [];
  const parse = (schema: z.ZodType | undefined, value: unknown, prefix: string): unknown => {
    if (!schema) return undefined;
    const parsed = parsePart(schema, value, prefix);
    if ("data" in parsed) return parsed.data;
    problems.push(...parsed.problems);
    return undefined;
  };
  const query = queryInput(event);
  if (spec.path) requireCanonicalIds(event.pathParameters ?? {});
  const input = {
    path: parse(spec.path, event.pathParameters ?? {}, "#/path"),
    query: parse(spec.query, query, "#/query"),
    body: parse(spec.body, spec.body && bodyOrEmpty(spec.body, body), "#"),
    options: parse(spec.options, { ...query, ...(isObject(body) ? body : {}) }, "#"),
  };
  if (problems.length > 0) throw invalid(problems);
  // Each part is the output of its schema in the spec.
  return input as Input<P, Q, B, O>;
}

/** An empty object instead of a missing body that is required, so that the problems name the required fields. */
const bodyOrEmpty = (schema: z.ZodType, body: unknown): unknown =>
  body === undefined && !schema.safeParse(body).success && !schema.safeParse({}).success ? {} : body;

/**
 * Parses one value, as {@link parseInput} parses a body.
 *
 * @throws {Failure} `invalid_request` with all problems
 */
export function parseValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = parsePart(schema, value, "#");
  if ("problems" in parsed) throw invalid(parsed.problems);
  return parsed.data;
}

function parsePart<S extends z.ZodType>(
  schema: S,
  value: unknown,
  prefix: string,
): { data: z.output<S> } | { problems: FieldProblem[] } {
  const { success, data, error } = schema.safeParse(value, { reportInput: true, error: issueText });
  return success ? { data } : { problems: error.issues.flatMap((issue) => fieldProblems(issue, prefix)) };
}

const invalid = (problems: FieldProblem[]): Failure =>
  new Failure("invalid_request", sentence(problems), { errors: problems });

/** An id of one or several numbers, joined by `_`, one of which has a leading zero. */
const PADDED_ID = /^(?=[\d_]+$)(?:\d+_)*0\d/;

/**
 * Requires that numeric ids have one spelling, so that each resource has one address.
 *
 * @throws {Failure} `not_found`
 */
function requireCanonicalIds(path: Readonly<Record<string, string | undefined>>): void {
  if (Object.values(path).some((value) => PADDED_ID.test(value ?? ""))) throw notFound("Resource");
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The query parameters: a string or, if repeated, a list of strings. */
function queryInput(event: EventWithQuery): Record<string, string | string[]> {
  return Object.fromEntries(
    queryOf(event).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** The problems of an issue: one for each unknown field; for a union, those of the alternative with the type of the value. */
function fieldProblems(issue: z.core.$ZodIssue, prefix: string): FieldProblem[] {
  const pointer = pointerTo(prefix, issue.path);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const unknown = pointerTo(prefix, [...issue.path, key]);
      return problemAt(unknown, "unknown_field", "is not a field of this request");
    });
  if (issue.input === undefined && issue.code !== "custom")
    return [problemAt(pointer, "required", "is required")];
  const intended =
    issue.code === "invalid_union" && issue.message === NOT_VALID && issue.errors.find(isOfRightType);
  if (intended)
    return intended.flatMap((each) =>
      fieldProblems({ ...each, path: [...issue.path, ...each.path] }, prefix),
    );
  return [problemAt(pointer, issue.code, issue.message)];
}

const problemAt = (pointer: string, code: FieldCode, text: string): FieldProblem => ({
  pointer,
  code,
  message: fieldSentence(pointer, text),
});

/** Whether the value has the type of an alternative of a union, which it fails for another reason. */
const isOfRightType = (issues: readonly z.core.$ZodIssue[]): boolean =>
  !issues.some(
    ({ code, path }) => path.length === 0 && (code === "invalid_type" || code === "invalid_value"),
  );

/** A JSON Pointer in URI fragment form (RFC 6901 §6). */
const pointerTo = (prefix: string, path: readonly PropertyKey[]): string =>
  [
    prefix,
    ...path.map((part) => encodeURIComponent(String(part).replace(/~/g, "~0").replace(/\//g, "~1"))),
  ].join("/");

function sentence([first, ...others]: readonly FieldProblem[]): string {
  const text = first?.message ?? "The request is invalid.";
  return others.length === 0 ? text : `${text} (and ${others.length} more in "errors")`;
}
