/** Spaces between two columns. */
const GAP = "  ";

/**
 * Formats rows of cells as aligned columns. If they are wider than the terminal (`columns` characters), cells are wrapped between
 * words. Returns undefined if a word is then wider than its column.
 */
export function formatRows(rows: readonly (readonly string[])[], columns?: number): string | undefined {
  const widths = widthsOf(rows, (cell) => cell.length);
  const fittedWidths = columns === undefined ? widths : narrow(widths, { rows, columns });
  return fittedWidths && rows.map((row) => formatRow(row, fittedWidths)).join("");
}

/** Formats each row as a block of lines `HEADING  value`, for rows that do not fit into a terminal's width. */
export const formatBlocks = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns?: number,
): string => rows.map((row) => formatPairs(zip(headings, row), columns)).join("\n");

/** Formats pairs of a name and a value as lines. If the terminal is too narrow to wrap a value, lines are as long as necessary. */
export function formatPairs(pairs: readonly (readonly string[])[], columns?: number): string {
  return formatRows(pairs, columns) ?? formatRows(pairs) ?? "";
}

const zip = (headings: readonly string[], row: readonly string[]): string[][] =>
  headings.map((heading, at) => [heading, row[at] ?? ""]);

/** Returns the largest measure of the cells in each column. */
const widthsOf = (rows: readonly (readonly string[])[], measure: (cell: string) => number): number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => measure(row[at] ?? ""))));

const longestWord = (cell: string): number => Math.max(...cell.split(" ").map((word) => word.length));

/** Makes the widest columns narrower until a row fits. Returns undefined if that is not possible. */
function narrow(
  widths: readonly number[],
  { rows, columns }: { rows: readonly (readonly string[])[]; columns: number },
): number[] | undefined {
  const minimums = widthsOf(rows, longestWord);
  const result = [...widths];
  let excess = result.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - columns;
  for (; excess > 0; excess -= 1) {
    const shrinkable = result.map((width, at) => (width > (minimums[at] ?? 0) ? width : 0));
    const widest = Math.max(...shrinkable);
    if (widest === 0) return undefined;
    result[shrinkable.indexOf(widest)] = widest - 1;
  }
  return result;
}

function formatRow(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, at) => wrap(cell, widths[at] ?? 0));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => {
    const parts = cells.map((lines, at) => (lines[line] ?? "").padEnd(widths[at] ?? 0));
    return `${parts.join(GAP).trimEnd()}\n`;
  }).join("");
}

/** Splits a text into lines of at most `width` characters, between words. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= width || line === "") {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}
