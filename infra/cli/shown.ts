/** The result of a command: an object for --json, lines for people, and a remark for standard error. */
export interface Shown {
  json: object;
  text: string;
  remark?: string;
  /** The command checked something and found problems: exit code 1. */
  isFailure?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** A list under its name; for people a table of some columns. */
export const shownList = <R extends object>(
  name: string,
  rows: readonly R[],
  columns: readonly (keyof R & string)[],
): Shown => ({
  json: { [name]: rows },
  text:
    rows.length === 0 ? "none\n" : aligned([columns.map(heading), ...rows.map((row) => cells(row, columns))]),
});

/** An object under its name; for people one line for each field. `secrets`, which are not part of it, come first. */
export function shownOne(name: string, one: object, secrets: Readonly<Record<string, unknown>> = {}): Shown {
  const lines = Object.entries({ ...secrets, ...one }).map(([field, value]) => [field, cell(value)]);
  return { json: { ...secrets, [name]: one }, text: aligned(lines) };
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
  return typeof value === "object" ? JSON.stringify(value) : String(value).replace(/\s+/g, " ");
}

/** Formats rows of cells; each column is as wide as its widest cell. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((text, at) => text.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
