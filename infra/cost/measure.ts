import * as z from "zod";
import type { Cloud } from "#infra/local/cloud.ts";
import { currentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { readAssembly } from "#infra/local/template/assembly.ts";
import { functionUsage } from "./function-usage.ts";
import { measureBehind } from "./measure-behind.ts";
import { measureCalls } from "./measure-calls.ts";
import type { Measured } from "./measured.ts";
import type { Meter } from "./meter.ts";

/**
 * Measures all that is charged for on a running local cloud whose functions call AWS through the meter; the environment is
 * that of the cloud.
 */
export async function measureUnits(cloud: Cloud, meter: Meter): Promise<Measured> {
  meter.forwardTo(cloud.awsEndpoint);
  const used = functionUsage(meter, cloud);
  return {
    ...(await measureCalls(cloud.baseUrl, used)),
    ...(await measureBehind(cloud, used)),
    ...(await countResources()),
  };
}

/** Types with a price by the month. */
const CHARGED = new Set(["AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard", "AWS::KMS::Key"]);

/** How many resources of each type a stack has that is deployed without a setting, and how many metrics its alarms name. */
async function countResources(): Promise<Pick<Measured, "resources" | "alarmMetrics">> {
  const { stacks } = await readAssembly(await currentAssembly());
  const all = stacks.flatMap(({ Resources }) => Object.values(Resources));
  const types = all
    .map(({ Type }) => Type)
    .filter((type) => CHARGED.has(type))
    .toSorted();
  const counts = [...Map.groupBy(types, (type) => type)].map(([type, { length }]) => [type, length]);
  const alarms = all.filter(({ Type }) => Type === "AWS::CloudWatch::Alarm");
  return {
    resources: Object.fromEntries(counts),
    alarmMetrics: alarms.reduce((sum, { Properties }) => sum + metricsOf(Properties), 0),
  };
}

/** An alarm has its one metric in its own properties, or several in a list with what is reckoned of them. */
const AlarmProperties = z.object({
  Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional(),
});

const metricsOf = (alarm: Record<string, unknown>): number =>
  AlarmProperties.parse(alarm).Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1;
