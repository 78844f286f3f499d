import { Duration } from "aws-cdk-lib";
import { constructId } from "#infra/construct-id.ts";
import { PERIOD } from "#infra/constructs/metric.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import type { Watches } from "#infra/constructs/watch.ts";
import { type Registry, required } from "#infra/registry.ts";
import type { Stage } from "#infra/stage.ts";
import type { ScheduleSource } from "#lib/http/spec.ts";

const STREAM_BEHIND = Duration.minutes(15);

/**
 * How often, and how many times in a row, a function that runs by the clock must have failed, or not have run. Before its first run the
 * alarm rings, as the runbooks say: one that waited for data would tell of runs that stay away days later, and of each promotion, too.
 */
const SCHEDULES = {
  "rate(1 minute)": { period: PERIOD, periods: 3, runbook: "sweep-fails.md" },
  "rate(1 day)": { period: Duration.days(1), periods: 2, runbook: "keys-stay.md" },
} as const satisfies Record<ScheduleSource["schedule"], object>;

interface ConsumerWatchesProps {
  stage: Stage;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
}

/** What to ring for when the stream is not read, or what runs by the clock does not, which in a standby is as it should be. */
export function consumerWatches({ stage, registry, functions }: ConsumerWatchesProps): Watches {
  const silenceIsTrouble = !stage.isStandby;
  const found = registry.consumers.map(({ spec: { id, source } }): Watches => {
    const { lambda } = required(functions, id);
    if ("schedule" in source) {
      const { period, ...more } = SCHEDULES[source.schedule];
      const metric = lambda.metricErrors({ period });
      return { [`${constructId(id)}Fails`]: { metric, threshold: 1, silenceIsTrouble, ...more } };
    }
    if ("queue" in source) return {};
    const metric = lambda.metric("IteratorAge", { period: PERIOD, statistic: "Maximum" });
    const threshold = STREAM_BEHIND.toMilliseconds();
    return { [`${constructId(id)}Behind`]: { metric, threshold, periods: 2, runbook: "stream-behind.md" } };
  });
  return Object.assign({}, ...found);
}
