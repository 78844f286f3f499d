import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { FAILURES } from "#lib/failures.ts";
import { LOG_FIELDS, type LogField } from "#lib/platform/log-fields.ts";
import { LOG_LINES, type LogEvent } from "#lib/platform/log-lines.ts";
import { METRIC_FIELDS, METRICS, type MetricName } from "#lib/platform/metric-names.ts";
import { code } from "./code.ts";
import { markdownTable } from "./markdown-table.ts";
import { METRIC_MEANINGS } from "./metric-meanings.ts";

/** US dollars a month of one metric (Amazon CloudWatch, custom metrics, first tier), and how many are free. */
const PRICE = 0.3;
const FREE = 10;

/** `docs/logs.md`: every line, field and metric there is, after what is said about them by hand. */
export async function logsDocument(): Promise<string> {
  const introduction = await readFile(join(PROJECT, "infra/documents/logs-introduction.md"), "utf8");
  return `${introduction}
## Lines

By \`event\`. Fields in parentheses are there when there is something to say.

${markdownTable(["event", "Written for", "Fields"], names(LOG_LINES).map(lineRow))}
## Fields

${markdownTable(["Field", "Type", "What it says"], names(LOG_FIELDS).map(fieldRow))}
## Metrics

In the namespace \`Almanac\`, by the dimension \`stackName\`, and one more where the table says so.

${markdownTable(["Metric", "Unit", "What it counts", "On lines", "Also by"], names(METRICS).map(metricRow))}
${cost()}
`;
}

const names = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

function lineRow(event: LogEvent): string[] {
  const { says, fields, optional = [] } = lineOf(event);
  const all = [...fields.map(code), ...optional.map((name) => `(${code(name)})`)];
  return [code(event), says, all.join(", ")];
}

const fieldRow = (field: LogField): string[] => [code(field), ...LOG_FIELDS[field]];

function metricRow(metric: MetricName): string[] {
  const lines = names(LOG_LINES).filter((event) => lineOf(event).metrics?.includes(metric));
  const by = METRIC_FIELDS[metric];
  return [
    code(metric),
    METRICS[metric],
    METRIC_MEANINGS[metric],
    lines.map(code).join(", "),
    by === undefined ? "" : code(by),
  ];
}

const lineOf = (
  event: LogEvent,
): {
  says: string;
  fields: readonly LogField[];
  optional?: readonly LogField[];
  metrics?: readonly MetricName[];
} => LOG_LINES[event];

function cost(): string {
  const single = names(METRICS).filter((name) => METRIC_FIELDS[name] === undefined).length;
  const codes = Object.keys(FAILURES).length;
  const dollars = (count: number): string => (Math.max(0, count - FREE) * PRICE).toFixed(2);
  return `CloudWatch charges $${PRICE.toFixed(2)} a month for a metric, by the hours in which it has data; the first ${FREE} of an account are free. That
is at most $${dollars(single)} for the ${single} metrics of a stack, and for \`call.failed\` $${PRICE.toFixed(2)} for each code that callers meet, of ${codes} there
are: $${dollars(single + codes)} if they meet them all, all month long. No metric has a dimension that grows with users, hosts or
webhooks; what belongs to one of these is found by a query.`;
}
