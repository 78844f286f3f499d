import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import { Failure, type FieldCode, type FieldProblem, fieldSentence, notFound } from "#lib/failures.ts";
import { isObject } from "#lib/platform/is-object.ts";
import type { ParsedEvent } from "./body-parsers.ts";
import { issueText, NOT_VALID, REQUIRED } from "./issue-text.ts";
import { type EventWithQuery, queryOf } from "./query.ts";
import type { EndpointSpec, InputShape } from "./spec.ts";

/** The values of the parts of a request, before they are parsed. */
export type RawInput = Partial<Record<keyof InputShape, unknown>>;

/** Parses the input of an endpoint with `schema`, which is that of `spec.input`. */
export interface InputParser<T> {
  spec: EndpointSpec;
  schema: z.ZodType<T>;
}

/** The event of a call whose input is parsed. */
export type InputEvent<T> = ParsedEvent & { input: T };

/** Middleware that sets the input, see {@link parseInput}. */
export const inputParser = <T>({ spec, schema }: InputParser<T>): MiddlewareObj<InputEvent<T>> => ({
  before: ({ event }) => {
    event.input = parseInput(schema, rawInput(spec, event, event.body));
  },
});

/**
 * Returns the values of the parts of a request.
 *
 * @throws {Failure} `not_found` for an id with leading zeros
 */
export function rawInput(
  { input }: EndpointSpec,
  event: EventWithQuery & Pick<ParsedEvent, "pathParameters">,
  body: unknown,
): RawInput {
  const path = event.pathParameters ?? {};
  if (input.path) requireCanonicalIds(path);
  const query = queryInput(event);
  return {
    path,
    query,
    page: query,
    body: input.body && bodyOrEmpty(input.body, body),
    options: input.options && mergedOptions(query, body),
  };
}

/**
 * Parses every part of a request for which there is a schema.
 *
 * @throws {Failure} `invalid_request` with all problems of all parts
 */
export function parseInput<T>(schema: z.ZodType<T>, raw: RawInput): T {
  const { success, data, error } = schema.safeParse(raw, { reportInput: true, error: issueText });
  if (success) return data;
  throw invalid(
    error.issues.flatMap(({ path: [part, ...path], ...issue }) =>
      fieldProblems({ ...issue, path }, pointerToPart(raw, String(part), String(path[0]))),
    ),
  );
}

/** The fields of the query and the body. A body that has no fields is returned, so that the schema rejects it. */
const mergedOptions = (query: object, body: unknown = null): unknown =>
  body === null || (isObject(body) && !Array.isArray(body)) ? { ...query, ...body } : body;

/** The pointers to parts of a request. The fields of its body need no prefix. */
const POINTERS: Record<string, string> = { path: "#/path", query: "#/query", page: "#/query" };

/** The pointer to the part of a request that has a field. The value of an option is from the query unless the body has another one. */
function pointerToPart({ query, options }: RawInput, part: string, field: string): string {
  if (part !== "options") return POINTERS[part] ?? "#";
  const isFromQuery =
    isObject(query) && isObject(options) && field in query && query[field] === options[field];
  return isFromQuery ? "#/query" : "#";
}

/** An empty object instead of a missing body that is required, so that the problems name the required fields. */
const bodyOrEmpty = (schema: z.ZodType, body: unknown): unknown =>
  body === undefined && !schema.safeParse(body).success && !schema.safeParse({}).success ? {} : body;

/**
 * Parses one value, which has no parts.
 *
 * @throws {Failure} `invalid_request` with all problems
 */
export function parseValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(value, { reportInput: true, error: issueText });
  if (success) return data;
  throw invalid(error.issues.flatMap((issue) => fieldProblems(issue, "#")));
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

/** The query parameters: a string or, if repeated, a list of strings. */
function queryInput(event: EventWithQuery): Record<string, string | string[]> {
  return Object.fromEntries(
    queryOf(event).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** The problems of an issue: one for each unknown field; for a union, those of the alternative with the type of the value. */
function fieldProblems(found: z.core.$ZodIssue, prefix: string): FieldProblem[] {
  const issue = discriminatorIssue(found);
  const pointer = pointerTo(prefix, issue.path);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const unknown = pointerTo(prefix, [...issue.path, key]);
      return problemAt(unknown, "unknown_field", "is not a field of this request");
    });
  if (issue.message === REQUIRED || (issue.input === undefined && issue.code !== "custom"))
    return [problemAt(pointer, "required", REQUIRED)];
  const intended =
    issue.code === "invalid_union" && issue.message === NOT_VALID && issue.errors.find(isOfRightType);
  if (intended)
    return intended.flatMap((each) =>
      fieldProblems({ ...each, path: [...issue.path, ...each.path] }, prefix),
    );
  return [problemAt(pointer, issue.code, issue.message)];
}

/** The issue of the field that selects an alternative of a union; the same issue if it is another one. Zod reports the union's value. */
function discriminatorIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union" || issue.inclusive === false) return issue;
  const { discriminator, options, path, input: union } = issue;
  if (discriminator === undefined || options === undefined) return issue;
  const input = new Map(Object.entries(union ?? {})).get(discriminator);
  const invalid = { code: "invalid_value" as const, values: options, path, input };
  return { ...invalid, message: issueText(invalid) };
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
