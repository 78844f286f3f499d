import { issueText } from "#lib/http/issue-text.ts";
import { type ImportLine, LINES, unknownFields } from "./line.ts";
import { LineType } from "./line-type.ts";
import type { RawLine } from "./read-lines.ts";

/** A line that was understood; `unknown` are the fields nobody asked for. */
export interface ParsedLine {
  number: number;
  end: number;
  bytes: number;
  line: ImportLine;
  unknown: readonly string[];
}

/** A line that was not: `id` and `type` where at least those were. */
export interface Misread {
  number: number;
  end: number;
  type?: LineType | undefined;
  id?: number | undefined;
  reason: string;
}

const text = new TextDecoder("utf-8", { fatal: true });
/** Problems of one line that are told. */
const MOST_TOLD = 5;

/** Reads a line; undefined when it is empty. */
export function parseLine({ number, end, bytes }: RawLine): ParsedLine | Misread | undefined {
  const place = { number, end };
  if (!bytes) return { ...place, reason: "The line is longer than 1 MB." };
  const value = jsonIn(bytes);
  if (value === "") return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { ...place, reason: "The line is no JSON object." };
  const type = LineType.safeParse("type" in value ? value.type : undefined);
  if (!type.success) return { ...place, reason: `type: must be one of ${LineType.options.join(", ")}` };
  const parsed = LINES[type.data].safeParse(value, { error: issueText });
  if (parsed.success)
    return { ...place, bytes: bytes.length, line: parsed.data, unknown: unknownFields(type.data, value) };
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  const id = "id" in value && typeof value.id === "number" ? value.id : undefined;
  return { ...place, type: type.data, id, reason: problems.slice(0, MOST_TOLD).join("; ") };
}

/** The value of a line of JSON; undefined when it is none, empty text for an empty line. */
function jsonIn(bytes: Buffer): unknown {
  try {
    const line = text.decode(bytes).trim();
    return line === "" ? "" : JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
