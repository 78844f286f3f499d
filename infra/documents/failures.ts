import { CLOSED_RULES } from "#lib/calendar/availability/calendar.ts";
import { declaredFailures } from "#lib/entry/http/declared-failures.ts";
import { problemOf } from "#lib/entry/http/problem.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { FAILURES, Failure, type FailureCode, type FieldProblem } from "#lib/failures.ts";
import { FIELD_CODES } from "./field-codes.ts";
import { failureHeaders } from "./headers.ts";
import type { JsonSchema } from "./json-schemas.ts";
import { jsonRpcFailureContent, oauthFailureContent } from "./protocol-failures.ts";

const text = { type: "string" };

/** The body of every failure, RFC 9457; see `lib/entry/http/problem.ts`. */
export const PROBLEM_SCHEMA: JsonSchema = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "message", "requestId", "errors"],
  properties: {
    type: { ...text, description: "`urn:almanac:problem:` followed by the code" },
    title: { ...text, description: "Meaning of the code, for people" },
    status: { type: "integer", description: "HTTP status" },
    detail: { ...text, description: "Description of the error for people" },
    instance: { ...text, description: "Path of the request" },
    code: { ...text, enum: Object.keys(FAILURES), description: "Error code for programs" },
    message: { ...text, description: "Same as `detail`" },
    requestId: { ...text, description: "Same as the header `X-Request-Id`" },
    rule: {
      ...text,
      enum: CLOSED_RULES,
      description: "Of `no_available_users_found_error`: why the time can't be booked",
    },
    nextSlots: {
      type: "array",
      items: { ...text, format: "date-time" },
      description:
        "Of `no_available_users_found_error`: up to three later starts that can be booked, within 14 days",
    },
    reservedUntil: {
      ...text,
      format: "date-time",
      description: "Of `no_available_users_found_error`: when the reservation of the time expires",
    },
    reservationUid: {
      ...text,
      description: "`uid` of that reservation, or of a reserved seat, if you made it",
    },
    errors: {
      type: "array",
      description: "Invalid fields",
      items: {
        type: "object",
        required: ["pointer", "code", "message"],
        properties: {
          pointer: {
            ...text,
            description: "JSON Pointer into the body, or `#/query/…`, `#/path/…`, `#/header/…`",
          },
          code: { ...text, enum: Object.keys(FIELD_CODES), description: "Error code of the field" },
          message: { ...text, description: "What is wrong with the field, for people" },
        },
      },
    },
  },
};

/** The failures of an endpoint by status. */
const failuresByStatus = (spec: EndpointSpec): Map<number, FailureCode[]> =>
  Map.groupBy(new Set(declaredFailures(spec)), (code) => FAILURES[code].status);

const responseName = ({ protocol }: EndpointSpec, codes: readonly FailureCode[]): string =>
  [...(protocol === undefined ? [] : [protocol]), ...codes].join(".");

/** The error responses of an endpoint, by the names of their components. */
export const failureResponses = (spec: EndpointSpec): [string, object][] =>
  [...failuresByStatus(spec)].map(([status, codes]) => [
    responseName(spec, codes),
    {
      description: codes.map((code) => `\`${code}\`: ${FAILURES[code].title}`).join(". "),
      headers: failureHeaders(status),
      content: contentOf(spec, codes),
    },
  ]);

function contentOf({ protocol }: EndpointSpec, codes: readonly FailureCode[]): object {
  // The gateway sends the 401 of all endpoints.
  if (protocol === "mcp" && !codes.includes("unauthorized")) return jsonRpcFailureContent(codes);
  return protocol === "oauth" ? oauthFailureContent(codes) : problemContent(codes);
}

const problemContent = (codes: readonly FailureCode[]): object => ({
  "application/problem+json": {
    schema: {
      allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { code: { enum: codes } } }],
    },
    examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code) }])),
  },
});

/** References to the error responses of an endpoint, by status. */
export const failureReferences = (spec: EndpointSpec): Record<string, object> =>
  Object.fromEntries(
    [...failuresByStatus(spec)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${responseName(spec, codes)}` },
    ]),
  );

function exampleProblem(code: FailureCode): object {
  const problem: FieldProblem = { pointer: "#/start", code: "required", message: '"start" is required.' };
  const errors = code === "invalid_request" ? [problem] : [];
  const failure = new Failure(code, FAILURES[code].title, { errors });
  return problemOf(failure, { requestId: "JJbxmplHYosFVYQ=" });
}
