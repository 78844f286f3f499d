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
    resources: await countResources(),
  };
}

/** Types with a price by the month. */
const CHARGED = new Set([
  "AWS::CloudWatch::Alarm",
  "AWS::CloudWatch::CompositeAlarm",
  "AWS::CloudWatch::Dashboard",
  "AWS::KMS::Key",
  "AWS::Lambda::EventSourceMapping",
]);

/** How many resources of each type a stack has that is deployed without a setting. */
async function countResources(): Promise<Measured["resources"]> {
  const { stacks } = await readAssembly(await currentAssembly());
  const types = stacks
    .flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type))
    .filter((type) => CHARGED.has(type))
    .toSorted();
  return Object.fromEntries([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));
}
