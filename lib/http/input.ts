import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import { Failure, type FieldProblem, notFound } from "./failures.ts";
import { queryOf } from "./query.ts";
import type { EndpointSpec } from "./spec.ts";

/** Parsed parts of a request, by the names of the spec. */
export interface Input {
  path: unknown;
  query: unknown;
  body: unknown;
  options: unknown;
}

/**
 * Parses every part the spec declares.
 *
 * @throws {Failure} `invalid_request` with all problems of all parts, `not_found` for an id with leading zeros
 */
export function parseInput(spec: EndpointSpec, event: APIGatewayProxyEvent, body: unknown): Input {
  const problems: FieldProblem[] = [];
  const parse = (schema: z.ZodType | undefined, value: unknown, prefix: string): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    problems.push(...parsed.error.issues.flatMap((issue) => fieldProblems(issue, prefix)));
    return undefined;
  };
  const query = queryInput(event);
  if (spec.path) requireCanonicalIds(event.pathParameters ?? {});
  const input = {
    path: parse(spec.path, event.pathParameters ?? {}, "#/path"),
    query: parse(spec.query, query, "#/query"),
    body: parse(spec.body, body, "#"),
    options: parse(spec.options, { ...query, ...(isObject(body) ? body : {}) }, "#"),
  };
  if (problems.length > 0) throw new Failure("invalid_request", sentence(problems), { errors: problems });
  return input;
}

/** Numbers of a path, joined by `_` where an id has several, of which one begins with a needless zero. */
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

/** Query parameters: text, or a list of texts when repeated. */
function queryInput(event: APIGatewayProxyEvent): Record<string, string | string[]> {
  return Object.fromEntries(
    queryOf(event).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

function fieldProblems(issue: z.core.$ZodIssue, prefix: string): FieldProblem[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      pointer: pointerTo(prefix, [...issue.path, key]),
      code: "unknown_field",
      message: `"${key}" is not a field of this request.`,
    }));
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  return [
    {
      pointer: pointerTo(prefix, issue.path),
      code: missing ? "required" : issue.code,
      message: issue.message,
    },
  ];
}

/** A JSON Pointer in URI fragment form (RFC 6901 §6). */
const pointerTo = (prefix: string, path: readonly PropertyKey[]): string =>
  [
    prefix,
    ...path.map((part) => encodeURIComponent(String(part).replace(/~/g, "~0").replace(/\//g, "~1"))),
  ].join("/");

function sentence(problems: readonly FieldProblem[]): string {
  const [first] = problems;
  if (!first) return "The request is not valid.";
  const field = first.pointer.replace(/^#\/?/, "") || "body";
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return `${field}: ${first.message}${more}`;
}
