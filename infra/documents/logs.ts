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

/** Price of one metric in US dollars a month (Amazon CloudWatch, custom metrics, first tier), and the number of free metrics. */
const PRICE = 0.3;
const FREE = 10;

/** `docs/logs.md`: a written introduction, then a table of every line, field and metric. */
export async function logsDocument(): Promise<string> {
  const introduction = await readFile(join(PROJECT, "infra/documents/logs-introduction.md"), "utf8");
  return `${introduction}
## Lines

By \`event\`. Fields in parentheses are optional.

${markdownTable(["event", "Meaning", "Fields"], names(LOG_LINES).map(lineRow))}
## Fields

${markdownTable(["Field", "Type", "Meaning"], names(LOG_FIELDS).map(fieldRow))}
## Metrics

Namespace: \`Almanac\`. Dimensions: \`stackName\`, and the additional dimension in the table, if any.

${markdownTable(["Metric", "Unit", "Meaning", "In lines", "Additional dimension"], names(METRICS).map(metricRow))}
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
  description: string;
  fields: readonly LogField[];
  optional?: readonly LogField[];
  metrics?: readonly MetricName[];
} => LOG_LINES[event];

function cost(): string {
  const single = names(METRICS).filter((name) => METRIC_FIELDS[name] === undefined).length;
  const codes = Object.keys(FAILURES).length;
  const dollars = (count: number): string => (Math.max(0, count - FREE) * PRICE).toFixed(2);
  return `CloudWatch charges $${PRICE.toFixed(2)} a month for each metric, in proportion to the hours in which it has data. The first ${FREE} metrics of an
account are free. The ${single} metrics of a stack cost at most $${dollars(single)} a month. \`call.failed\` is one more metric for each failure code that
occurs. If all ${codes} codes occur all month, the total is $${dollars(single + codes)}. No metric has a dimension that grows with users, hosts or webhooks; use log queries
to look at one of them.`;
}
