import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { METRICS, NAMESPACE, STACK_DIMENSION } from "#lib/platform/metrics.ts";
import {
  type SynthesizedTemplate,
  synthesizeEverySetting,
  synthesizeStage,
} from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf } from "#test/support/cloud/template.ts";
import { alarmMetrics, dashboardMetrics, dashboardWidgets } from "#test/support/cloud/template-metrics.ts";

/**
 * The metrics that AWS provides, by namespace and dimensions. Sources, in the order below: the API Gateway guide, "dimensions and metrics"; the DynamoDB guide, "metrics and dimensions"; the Lambda guide, "types of metrics"; the SES guide, "creating reputation monitoring
 * alarms"; the SQS guide, "available CloudWatch metrics".
 */
const AWS_METRICS: Record<string, Record<string, readonly string[]>> = {
  "AWS/ApiGateway": { ApiName: ["4XXError", "5XXError", "Count", "IntegrationLatency", "Latency"] },
  "AWS/DynamoDB": {
    TableName: [
      "ConsumedReadCapacityUnits",
      "ConsumedWriteCapacityUnits",
      "ReadThrottleEvents",
      "TransactionConflict",
      "WriteThrottleEvents",
    ],
    "ReceivingRegion,TableName": ["ReplicationLatency"],
    "GlobalSecondaryIndexName,TableName": ["ReadThrottleEvents", "WriteThrottleEvents"],
    "Operation,TableName": ["SuccessfulRequestLatency", "SystemErrors", "ThrottledRequests"],
  },
  "AWS/Lambda": {
    "": ["ConcurrentExecutions", "Errors", "RecursiveInvocationsDropped", "Throttles"],
    FunctionName: ["ConcurrentExecutions", "Duration", "Errors", "Invocations", "IteratorAge", "Throttles"],
  },
  "AWS/SES": { "ses:configuration-set": ["Reputation.BounceRate", "Reputation.ComplaintRate"] },
  "AWS/SQS": { QueueName: ["ApproximateAgeOfOldestMessage", "ApproximateNumberOfMessagesVisible"] },
  [NAMESPACE]: { [STACK_DIMENSION]: Object.keys(METRICS) },
};
const HEADINGS = [
  "What it means",
  "What users notice",
  "First command",
  "Causes",
  "When to escalate",
  "Resolved when",
];
const MAX_ALARMS = 45;

/** The runbook to which an alarm's description links. */
const runbookIn = (description: unknown): string =>
  /^[A-Z].+[.] See (docs\/runbooks\/[a-z-]+\.md)$/.exec(String(description))?.[1] ??
  `no runbook: ${description}`;

/** The runbooks of alarms. */
async function runbooksOfAlarms(): Promise<string[]> {
  const files = (await readdir(join(PROJECT, "docs/runbooks"))).map((file) => `docs/runbooks/${file}`);
  const texts = await Promise.all(files.map((file) => readFile(join(PROJECT, file), "utf8")));
  return files.filter((_, at) => texts[at]?.includes("**Fires when**")).toSorted();
}

let template: SynthesizedTemplate;
let dev: SynthesizedTemplate;
beforeAll(async () => {
  template = await synthesizeEverySetting("prod");
  dev = await synthesizeStage("dev", { dashboard: "true" });
});

describe("every alarm", () => {
  it("has a runbook with all headings", async () => {
    const alarms = propertiesOf(template, "AWS::CloudWatch::Alarm");
    console.log(`${alarms.length} alarms`);
    expect(alarms.length).toBeLessThanOrEqual(MAX_ALARMS);
    const linked = new Set(alarms.map(({ AlarmDescription }) => runbookIn(AlarmDescription)));
    for (const runbook of linked) {
      const [start = "", ...parts] = (await readFile(join(PROJECT, runbook), "utf8")).split(/^## /m);
      expect([runbook, start]).toEqual([runbook, expect.stringMatching(/^# .+\n\n\*\*Fires when\*\*/)]);
      const headings = parts.map((part) => part.split("\n")[0]);
      expect([runbook, headings.filter((heading) => HEADINGS.includes(heading ?? ""))]).toEqual([
        runbook,
        HEADINGS,
      ]);
      for (const part of parts)
        expect([runbook, part]).toEqual([runbook, expect.stringMatching(/\n\n.{20,}/)]);
    }
    expect([...linked].toSorted()).toEqual(await runbooksOfAlarms());
  });

  it("of a schedule has a period no shorter than the schedule's", () => {
    const scheduleAlarms = propertiesOf(template, "AWS::CloudWatch::Alarm").filter(
      (alarm) => alarm["TreatMissingData"] === "breaching",
    );
    const rates = propertiesOf(template, "AWS::Events::Rule").flatMap(
      (rule) => rule["ScheduleExpression"] ?? [],
    );
    expect(rates.toSorted()).toEqual(["rate(1 day)", "rate(1 minute)"]);
    expect(scheduleAlarms.map((alarm) => alarm["Period"])).toEqual(expect.arrayContaining([300, 86_400]));
    expect(scheduleAlarms).toHaveLength(rates.length);
  });
});

it("one late attempt to send a mail sets off the alarm, because the next one is more than a period later", () => {
  const alarms = propertiesOf(template, "AWS::CloudWatch::Alarm").filter(
    ({ AlarmDescription }) => runbookIn(AlarmDescription) === "docs/runbooks/mails-late.md",
  );
  expect(alarms).toMatchObject([{ Threshold: 600, EvaluationPeriods: 1 }]);
});

describe("a metric that an alarm watches or the dashboard shows", () => {
  it("is provided by AWS for this kind of resource, or written by the service", () => {
    const metrics = [...alarmMetrics(template), ...dashboardMetrics(template)];
    expect(metrics.length).toBeGreaterThan(100);
    const unknown = metrics.filter(({ namespace, name, dimensions }) => {
      const provided = AWS_METRICS[namespace]?.[Object.keys(dimensions).toSorted().join(",")];
      return !provided?.includes(name);
    });
    expect(unknown).toEqual([]);
  });

  it("of the API has the name of the stack as its dimension", () => {
    const apis = [dev, template].flatMap((each) => propertiesOf(each, "AWS::ApiGateway::RestApi"));
    expect(apis.map((api) => api["Name"])).toEqual(["Almanac-dev", "Almanac"]);
    expect(apis).toMatchObject([
      { Body: { info: { title: "Almanac-dev" } } },
      { Body: { info: { title: "Almanac" } } },
    ]);
  });
});

it("the dashboard is one page whose URL is an output, in dev and prod", () => {
  for (const made of [dev, template]) {
    expect(made.Outputs).toHaveProperty("DashboardUrl");
    const titles = dashboardWidgets(made).map(({ title }) => title);
    for (const title of ["Calls", "Latency, ms", "Failed calls", "Attempts", "Dead letters", "Errors"])
      expect(titles).toContain(title);
    expect(propertiesOf(made, "AWS::CloudWatch::Dashboard")).toEqual([{ DashboardBody: expect.anything() }]);
  }
});
