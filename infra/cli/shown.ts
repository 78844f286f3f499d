/** What a command answers: an object for programs, lines for people, and a remark that goes to neither. */
export interface Shown {
  json: object;
  text: string;
  remark?: string;
  /** The command was asked whether all is well, and it is not: exit code 1. */
  isFailure?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** Shows a list under its name, for people as a table of some columns. */
export const shownList = <R extends object>(
  name: string,
  rows: readonly R[],
  columns: readonly (keyof R & string)[],
): Shown => ({
  json: { [name]: rows },
  text:
    rows.length === 0 ? "none\n" : aligned([columns.map(heading), ...rows.map((row) => cells(row, columns))]),
});

/** Shows one thing under its name, for people one line a field. `secrets` come first: they are not part of it. */
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

/** Lines of cells, each column as wide as its widest cell. */
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
