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
  text: `${call}: CPU of the whole local service`,
  part: "cloud",
  rows: [`${row}, 1 at once`],
  column: "CPU",
});
const cold = (id: string): Line => ({
  text: `Cold start of \`${id}\`, compared with an empty function`,
  part: "cold",
  rows: [id],
  column: "total",
});

/** The lines of the summary, in order. */
const LINES: readonly Line[] = [
  cpu("`GET /me`", "me"),
  cpu("`GET /bookings/{id}`", "get"),
  cpu("`GET /bookings?take=25`, host with 1,000 bookings", "list 25 of 1,000"),
  cpu("`GET /bookings?take=25`, host with 20,000 bookings", "list 25 of 20,000"),
  cpu("`POST /bookings`, event delivered", "create"),
  cpu("`DELETE /bookings/{id}/cancel`, event delivered", "cancel"),
  { text: "`GET /bookings`, all 3,000: time", part: "cloud", rows: ["all of 3,000"], column: "time" },
  { text: "`GET /bookings`, all 20,000: time", part: "cloud", rows: ["all of 20,000"], column: "time" },
  {
    text: "`GET /bookings`, all 20,000: peak memory of the service, more than for 3,000",
    part: "cloud",
    rows: ["all of 20,000"],
    column: "more than the first",
  },
  {
    text: "Calls of a host with 20,000 bookings, compared with a host with 10 (slowest of get, create, cancel, page 1)",
    part: "cloud",
    rows: ["get", "create", "cancel", "page 1 of 10 bookings"],
    column: "ratio",
  },
  {
    text: "Page 800 of 20,000 bookings, compared with page 1",
    part: "cloud",
    rows: ["page 800, compared with page 1"],
    column: "ratio",
  },
  {
    text: "Webhook deliveries per second in a burst of 2,000 events",
    part: "deliveries",
    rows: ["burst"],
    column: "deliveries",
  },
  {
    text: "Event to a healthy webhook, while 40 webhooks of another owner take 9 s each: p95",
    part: "slow",
    rows: ["of another owner, from the first slow event on", "of another owner, afterwards"],
    column: "p95",
  },
  {
    text: "`GET /slots`, 31 days: CPU of the function",
    part: "slots",
    rows: ["20,000 other bookings"],
    column: "CPU",
  },
  {
    text: "`GET /slots`, 31 days, 50 hosts in turn: CPU of the function",
    part: "slots",
    rows: ["50 hosts in turn"],
    column: "CPU",
  },
  {
    ...cold("bookings.create"),
    peers: { rows: ["hono", "express", "fastify", "nestjs"], column: "almanac / framework" },
  },
  cold("bookings.get"),
  cold("bookings.list"),
  cold("authorizer"),
  cold("events.deliver"),
  {
    text: "Write units of the table: create a booking",
    part: "recorded",
    rows: ["bookings.create"],
    column: "write units",
  },
  {
    text: "Write units of the table: cancel a booking",
    part: "recorded",
    rows: ["bookings.cancel"],
    column: "write units",
  },
  {
    text: "Round trips to the table (most of get, list, create, on a warm function)",
    part: "recorded",
    rows: ["bookings.get", "bookings.list", "bookings.create"],
    column: "round trips",
  },
  {
    text: "Time that `endpoint()` adds to a warm call",
    part: "warm",
    rows: ["endpoint() over the plain function with the schemas"],
    column: "per call",
  },
  {
    text: "Largest bundle of a function that accepts a body",
    part: "sizes",
    rows: ["largest that accepts a body"],
    column: "gzip",
  },
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
