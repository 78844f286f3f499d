import { stripVTControlCharacters } from "node:util";
import { formatBlocks, formatPairs, formatRows } from "./format-table.ts";
import { paint, type Screen } from "./terminal.ts";

/** The result of a command: an object for --json, a text for people, and a remark for standard error. */
export interface Shown {
  json: object;
  text(screen: Screen): string;
  remark?: string;
  /** The command checked something and found problems: exit code 1. */
  isFailure?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** A list under its name; for people a table of some columns, or a block for each row where the terminal is too narrow. */
export const shownList = <R extends object>(
  name: string,
  rows: readonly R[],
  columns: readonly (keyof R & string)[],
): Shown => ({
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

/** An object under its name; for people one line for each field. `secrets`, which are not part of it, come first. */
export function shownOne(name: string, one: object, secrets: Readonly<Record<string, unknown>> = {}): Shown {
  const lines = Object.entries({ ...secrets, ...one }).map(([field, value]) => [field, cell(value)]);
  return { json: { ...secrets, [name]: one }, text: ({ columns }) => formatPairs(lines, columns) };
}

const cells = (row: object, columns: readonly string[]): string[] => {
  const values: Row = { ...row };
  return columns.map((column) => cell(values[column]));
};

/** `redirectUris` → `REDIRECT URIS`. */
const heading = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();

function cell(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(cell).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : printable(String(value));
}

/** A text on one line and without control characters: a name must not move the cursor of an operator's terminal. */
const printable = (text: string): string =>
  stripVTControlCharacters(text).replace(/\s+/g, " ").replace(/\p{C}/gu, "");
