import middy from "@middy/core";
import type { ConsumerSpec, ScheduleSource } from "#lib/entry/http/spec.ts";
import { logBatch } from "./log-batch.ts";

/**
 * Creates the Lambda handler of a function that runs on a schedule. Two runs may overlap.
 *
 * @example
 * export const handler = scheduledTask({ id: "events.sweep", source: { schedule: "rate(1 minute)" }, … }, sweep);
 */
export function scheduledTask(spec: ConsumerSpec<ScheduleSource>, run: () => Promise<void>) {
  const lambda = async (_event: unknown): Promise<void> => run();
  return Object.assign(
    middy<unknown, void>()
      .use([logBatch(spec)])
      .handler(lambda),
    { spec },
  );
}
