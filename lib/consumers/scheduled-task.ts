import middy from "@middy/core";
import type { ConsumerSpec, ScheduleSource } from "#lib/http/spec.ts";
import { logBatch } from "./log-batch.ts";

/** Makes the Lambda handler of a function that runs by the clock; two runs may overlap. */
export function scheduledTask(spec: ConsumerSpec<ScheduleSource>, run: () => Promise<void>) {
  const lambda = async (_event: unknown): Promise<void> => run();
  return Object.assign(
    middy<unknown, void>()
      .use([logBatch(spec)])
      .handler(lambda),
    { spec },
  );
}
