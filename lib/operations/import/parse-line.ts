import { issueText } from "#lib/entry/http/issue-text.ts";
import { type ImportLine, LINES, LineType, unknownFields } from "./line.ts";
import { type LineError, lineError } from "./line-error.ts";
import type { RawLine } from "./read-lines.ts";

/** A line: valid, with the names of its unknown fields, or invalid, with the reason. */
export type ParsedLine = { number: number } & (ValidLine | InvalidLine);

interface ValidLine {
  line: ImportLine;
  unknown: readonly string[];
}
interface InvalidLine {
  line?: undefined;
  type?: LineType;
  id?: number | undefined;
  reason: string;
  errors?: LineError[];
}

const text = new TextDecoder("utf-8", { fatal: true });
/** Problems reported of one line. */
const MAX_PROBLEMS = 5;

/** Parses a line; undefined when it is empty. */
export function parseLine({ number, bytes }: RawLine): ParsedLine | undefined {
  if (bytes && bytes.toString("latin1").trim() === "") return undefined;
  return { number, ...(bytes ? validated(jsonIn(bytes)) : { reason: "The line is longer than 1 MB." }) };
}

function validated(value: unknown): ValidLine | InvalidLine {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { reason: "The line is not a JSON object." };
  const type = LineType.safeParse("type" in value ? value.type : undefined).data;
  if (!type) return { reason: `type: must be one of ${LineType.options.join(", ")}` };
  const { data, error } = LINES[type].safeParse(value, { error: issueText });
  if (data) return { line: data, unknown: unknownFields(type, value) };
  const issues = error.issues.slice(0, MAX_PROBLEMS);
  const errors = issues.map(({ path, message }) => lineError(value, path.map(String), message));
  const reasons = errors.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`));
  const id = "id" in value && typeof value.id === "number" ? value.id : undefined;
  return { type, id, reason: reasons.join("; "), errors };
}

/** The value of a line of JSON; undefined when it is not JSON, or not UTF-8. */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(text.decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
