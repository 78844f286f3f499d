import type * as z from "zod";

type Issue = z.core.$ZodRawIssue;

/** The text about a field that is missing. */
export const REQUIRED = "is required";

/** The text about a value without a more specific problem. */
export const NOT_VALID = "is not valid";

const TYPES: Record<string, string> = {
  array: "a list",
  bigint: "a whole number",
  boolean: "true or false",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

const FORMATS: Record<string, string> = {
  date: "a date, such as 2026-03-01",
  datetime: "an ISO 8601 instant, such as 2026-03-01T09:30:00Z",
  email: "an email address",
  url: "a URL",
  uuid: "a UUID",
};

/**
 * Describes the problem of a field as a predicate: `must be an email address`. It is the default text of all schemas, which replaces that of
 * zod; a schema may have its own.
 */
export function issueText(issue: Issue): string {
  if (issue.input === undefined && issue.code !== "custom") return REQUIRED;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${oneOf(issue.values)}`;
    case "invalid_format":
      return issue.format in FORMATS ? `must be ${FORMATS[issue.format]}` : "does not have the right format";
    case "too_big":
      return `must ${amount("at most", issue.origin, issue.maximum)}`;
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1
        ? "must not be empty"
        : `must ${amount("at least", issue.origin, issue.minimum)}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `must not have ${issue.keys.map((key) => JSON.stringify(key)).join(" or ")}`;
    case "invalid_key":
    case "invalid_element":
    case "invalid_union":
    case "custom":
      return NOT_VALID;
    default:
      return issue satisfies never;
  }
}

const UNITS: Record<string, string> = {
  string: "characters",
  array: "elements",
  set: "elements",
  map: "entries",
};

const amount = (bound: string, origin: string, limit: number | bigint): string =>
  UNITS[origin] === undefined ? `be ${bound} ${limit}` : `have ${bound} ${limit} ${UNITS[origin]}`;

function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value)));
  return texts.length === 1 ? String(texts[0]) : `one of ${texts.join(", ")}`;
}
