import { JOB, PEERS } from "./job.ts";
import type { PartName } from "./parts.ts";
import { type Figure, figureText, isWorse, rowText, type Table } from "./report.ts";

/** One line of the summary: the worst of these values of a part. */
interface Line {
  text: string;
  part: PartName;
  rows: readonly string[];
  column: string;
  /** Rows that compare the same value with other frameworks. */
  peers?: { rows: readonly string[]; column: string };
}

const cpu = (call: string, row: string): Line => ({
  text: `${call}: CPU of the functions, 16 calls at once`,
  part: "load",
  rows: [row],
  column: "CPU of the functions",
});
const cold = (id: string): Line => ({
  text: `Cold start of \`${id}\`, compared with an empty function`,
  part: "cold",
  rows: [id],
  column: "total",
});

/** The lines of the summary, in order. */
const LINES: readonly Line[] = [
  cpu("`GET /bookings/{id}`", "get"),
  cpu("`GET /bookings?take=25`", "list 25"),
  cpu("`POST /bookings`, event delivered", "create"),
  cpu("`DELETE /bookings/{id}/cancel`, event delivered", "cancel"),
  {
    text: "Calls of a host with 20,000 bookings, compared with a host with 10 (slowest of get, create, cancel, page 1)",
    part: "growth",
    rows: ["get", "create", "cancel", "page 1 of 10 bookings"],
    column: "ratio",
  },
  {
    text: "Page 800 of 20,000 bookings, compared with page 1",
    part: "growth",
    rows: ["page 800, compared with page 1"],
    column: "ratio",
  },
  { ...cold(JOB), peers: { rows: Object.keys(PEERS), column: "almanac / framework" } },
  {
    text: `A call of \`${JOB}\` after the first: CPU of the function`,
    part: "cold",
    rows: [JOB],
    column: "CPU",
    peers: { rows: Object.keys(PEERS), column: "CPU, almanac / framework" },
  },
  cold("bookings.get"),
  cold("bookings.list"),
  cold("authorizer"),
  cold("events.deliver"),
  {
    text: "Webhooks a second, compared with a plain undici loop",
    part: "webhooks",
    rows: ["http:// 10 at once", "https:// 10 at once"],
    column: "of undici",
  },
  ...["largest that accepts a body", "largest without a body"].map(
    (row): Line => ({ text: `Bundle: ${row}`, part: "sizes", rows: [row], column: "gzip" }),
  ),
];

/** The parts that the summary needs. */
export const SUMMARY_PARTS: readonly PartName[] = [...new Set(LINES.map(({ part }) => part))];

/** The functions that it starts cold. */
export const SUMMARY_FUNCTIONS: readonly string[] = LINES.filter(({ part }) => part === "cold").flatMap(
  ({ rows }) => rows,
);

/** The summary in Markdown. */
export function summaryText(measured: ReadonlyMap<string, readonly Table[]>): string {
  const lines = LINES.map((line) => {
    const worst = figuresOf(line, measured).reduce<Figure | undefined>(
      (one, other) => (one && !isWorse(other, one) ? one : other),
      undefined,
    );
    return rowText([line.text, worst ? figureText(worst) : "not measured", peersText(line, measured)]);
  });
  return [
    rowText(["What", "Measured (goal)", "Ratio to the same function in other frameworks (goal)"]),
    rowText(["---", "---:", "---"]),
    ...lines,
    "",
  ].join("\n");
}

function peersText({ part, peers }: Line, measured: ReadonlyMap<string, readonly Table[]>): string {
  const texts = (peers?.rows ?? []).flatMap((row) =>
    figuresOf({ part, rows: [row], column: peers?.column ?? "" }, measured).map(
      (figure) => `${row} ${figureText(figure)}`,
    ),
  );
  return texts.join(", ");
}

/** The values of these rows, as far as they were measured. */
const figuresOf = (
  { part, rows, column }: Pick<Line, "part" | "rows" | "column">,
  measured: ReadonlyMap<string, readonly Table[]>,
): Figure[] =>
  rows.flatMap((name) =>
    (measured.get(part) ?? [])
      .flatMap((table) => table.rows)
      .filter((row) => row.name === name)
      .flatMap(({ cells }) => {
        const cell = cells[column];
        return cell === undefined || typeof cell === "string" ? [] : [cell];
      }),
  );
