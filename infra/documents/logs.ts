import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { LOG_FIELDS, LOG_LINES, type LogEvent, type LogField } from "#lib/platform/log-lines.ts";
import { METRICS, type MetricName } from "#lib/platform/metrics.ts";
import { code, markdownTable } from "./markdown.ts";
import { METRIC_MEANINGS } from "./metric-meanings.ts";

/** Price of one metric in US dollars a month (Amazon CloudWatch, custom metrics, first tier), and the number of free metrics. */
const PRICE = 0.3;
const FREE = 10;

/** Where the generated part begins. */
const START = "## Lines\n";

/** `docs/logs.md`: its hand-written introduction, and tables of all lines, fields and metrics. */
export async function logsDocument(): Promise<string> {
  const [introduction] = (await readFile(join(PROJECT, "docs/logs.md"), "utf8")).split(START, 1);
  return `${introduction}${START}
By \`event\`. Fields in parentheses are optional.

${markdownTable(["event", "Meaning", "Fields"], names(LOG_LINES).map(lineRow))}
## Fields

${markdownTable(["Field", "Type", "Meaning"], names(LOG_FIELDS).map(fieldRow))}
## Metrics

Namespace: \`Almanac\`. Dimension: \`stackName\`.

${markdownTable(["Metric", "Unit", "Meaning", "In lines"], names(METRICS).map(metricRow))}
${cost()}
`;
}

const names = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

function lineRow(event: LogEvent): string[] {
  const { description, fields, optional = [] } = lineOf(event);
  const all = [...fields.map(code), ...optional.map((name) => `(${code(name)})`)];
  return [code(event), description, all.join(", ")];
}

const fieldRow = (field: LogField): string[] => [code(field), ...LOG_FIELDS[field]];

function metricRow(metric: MetricName): string[] {
  const lines = names(LOG_LINES).filter((event) => lineOf(event).metrics?.includes(metric));
  return [code(metric), METRICS[metric], METRIC_MEANINGS[metric], lines.map(code).join(", ")];
}

const lineOf = (
  event: LogEvent,
): {
  description: string;
  fields: readonly LogField[];
  optional?: readonly LogField[];
  metrics?: readonly MetricName[];
} => LOG_LINES[event];

function cost(): string {
  const { length } = names(METRICS);
  const usd = Math.max(0, length - FREE) * PRICE;
  return `CloudWatch charges $${PRICE.toFixed(2)} a month for each metric, in proportion to the hours in which it has data. The first ${FREE} metrics of an
account are free. The ${length} metrics of a stack cost at most $${usd.toFixed(2)} a month. No metric has a second dimension; use log queries to look at one
failure code, endpoint, user, host or webhook.`;
}
