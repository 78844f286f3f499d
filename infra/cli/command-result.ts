import { stripVTControlCharacters } from "node:util";
import { formatBlocks, formatPairs, formatRows } from "./format-table.ts";
import { paint, type Screen } from "./terminal.ts";

/** The result of a command: an object for `--json`, a text for people, and a remark for standard error. */
export interface CommandResult {
  json: object;
  text(screen: Screen): string;
  remark?: string;
  /** Whether the exit code is 1 because the command found problems. */
  isFailure?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** The result for a list. For people it is a table with some columns, or one block per row if the terminal is too narrow. */
export const listResult = <R extends object>(
  name: string,
  rows: readonly R[],
  columns: readonly (keyof R & string)[],
): CommandResult => ({
  json: { [name]: rows },
  text(screen) {
    if (rows.length === 0) return "none\n";
    const headings = columns.map(heading);
    const lines = rows.map((row) => cells(row, columns));
    const table = formatRows([headings, ...lines], screen.columns);
    if (table === undefined) return formatBlocks(headings, lines, screen.columns);
    const [first = "", ...others] = table.split("\n");
    return [paint(screen, "bold", first), ...others].join("\n");
  },
});

/** The result for an object. For people it has one line per field. `secrets` are not part of the object, and come first. */
export function objectResult(
  name: string,
  one: object,
  secrets: Readonly<Record<string, unknown>> = {},
): CommandResult {
  return { json: { ...secrets, [name]: one }, text: linesOf({ ...secrets, ...one }) };
}

/** The result of a change of an object with many fields. For people it has some of them; the command `show` prints all. */
export const briefResult = <R extends object>(
  name: string,
  one: R,
  fields: readonly (keyof R & string)[],
): CommandResult => ({
  json: { [name]: one },
  text: linesOf(Object.fromEntries(fields.map((field) => [field, one[field]]))),
});

/** Formats one line per field. */
const linesOf =
  (fields: object) =>
  ({ columns }: Screen): string =>
    formatPairs(
      Object.entries(fields).map(([field, value]) => [field, cell(value)]),
      columns,
    );

const cells = (row: object, columns: readonly string[]): string[] => {
  const values: Row = { ...row };
  return columns.map((column) => cell(values[column]));
};

/** Converts `redirectUris` to `REDIRECT URIS`. */
const heading = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();

function cell(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(cell).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : printable(String(value));
}

/** Puts a text on one line and removes control characters, so that a name can't move the cursor of an operator's terminal. */
const printable = (text: string): string =>
  stripVTControlCharacters(text).replace(/\s+/g, " ").replace(/\p{C}/gu, "");
