/** One measured value and its budget. */
export interface Figure {
  value: number;
  unit: string;
  budget?: Budget;
}
export type Budget = { atMost: number } | { atLeast: number };

/** The values of one measured subject, by column. A missing cell does not apply. */
export interface Row {
  name: string;
  cells: Record<string, Figure | string>;
}

/** Rows that were measured together. `note` describes the method. */
export interface Table {
  title: string;
  note: string;
  rows: Row[];
}

/** Whether a figure meets its budget; `near` is within the allowance for noise. */
export type Verdict = "met" | "near" | "missed";

/** Measurements on a shared machine vary by this much. */
const ALLOWANCE = 0.1;

/** Compares a figure with its budget; undefined without one. */
export function verdictOf({ value, budget }: Figure): Verdict | undefined {
  if (!budget) return undefined;
  const excess = excessOf(value, budget);
  if (excess <= 1) return "met";
  return excess <= 1 + ALLOWANCE ? "near" : "missed";
}

/** Whether a figure is further from its budget than another one. */
export const isWorse = (one: Figure, other: Figure): boolean =>
  excessOf(one.value, one.budget) > excessOf(other.value, other.budget);

const excessOf = (value: number, budget: Budget = { atMost: 1 }): number =>
  "atMost" in budget ? value / budget.atMost : budget.atLeast / value;

/** A table in Markdown. */
export function tableText({ title, note, rows }: Table): string {
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const lines = rows.map(({ name, cells }) => [name, ...columns.map((column) => cellText(cells[column]))]);
  return [
    `### ${title}`,
    "",
    note,
    "",
    rowText(["", ...columns]),
    rowText(["---", ...columns.map(() => "---:")]),
    ...lines.map(rowText),
    "",
  ].join("\n");
}

const SIGNS = { met: "✓", near: "≈", missed: "✗" } as const;

const cellText = (cell: Figure | string | undefined): string =>
  cell === undefined || typeof cell === "string" ? (cell ?? "") : figureText(cell);

/** A value with its unit and budget. */
export function figureText(cell: Figure): string {
  const verdict = verdictOf(cell);
  const text = `${numberText(cell.value)}${cell.unit && ` ${cell.unit}`}`;
  if (!cell.budget || !verdict) return text;
  const limit = "atMost" in cell.budget ? `≤ ${cell.budget.atMost}` : `≥ ${cell.budget.atLeast}`;
  return `${text} (${limit} ${SIGNS[verdict]})`;
}

/** Three digits are more than the noise allows. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(value >= 10 || Number.isInteger(value) ? (Number.isInteger(value) ? 0 : 1) : 2);
}

/** A row of a table in Markdown. */
export const rowText = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
