import { Duration } from "aws-cdk-lib";
import { constructId } from "#infra/construct-id.ts";
import type { AlarmDefinitions } from "#infra/constructs/alarm-definition.ts";
import { PERIOD } from "#infra/constructs/metric.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { type Registry, required } from "#infra/registry.ts";
import type { Stage } from "#infra/stage.ts";
import type { ScheduleSource } from "#lib/entry/http/spec.ts";

const STREAM_BEHIND = Duration.minutes(15);

/**
 * For each schedule, the number of consecutive periods in which the function fails or does not run before the alarm fires. Missing data
 * counts as a failure, so the alarm also fires before the first run; the runbooks say so.
 */
const SCHEDULES = {
  "rate(1 minute)": {
    period: PERIOD,
    periods: 3,
    summary: "The sweep fails or does not run: scheduled work waits.",
    runbook: "sweep-fails.md",
  },
  "rate(1 day)": {
    period: Duration.days(1),
    periods: 2,
    summary: "The keys that sign access tokens are not rotated.",
    runbook: "keys-stay.md",
  },
} as const satisfies Record<ScheduleSource["schedule"], object>;

interface ConsumerAlarmsProps {
  stage: Stage;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
}

/** Alarms for stream readers that lag and schedules that fail. In a standby, schedules are off and missing data is normal. */
export function consumerAlarms({ stage, registry, functions }: ConsumerAlarmsProps): AlarmDefinitions {
  const isMissingDataBreaching = !stage.isStandby;
  const found = registry.consumers.map(({ spec: { id, source } }): AlarmDefinitions => {
    const { lambda } = required(functions, id);
    if ("schedule" in source) {
      const { period, ...more } = SCHEDULES[source.schedule];
      const metric = lambda.metricErrors({ period });
      return { [`${constructId(id)}Fails`]: { metric, threshold: 1, isMissingDataBreaching, ...more } };
    }
    if ("queue" in source) return {};
    const metric = lambda.metric("IteratorAge", { period: PERIOD, statistic: "Maximum" });
    const threshold = STREAM_BEHIND.toMilliseconds();
    return {
      [`${constructId(id)}Behind`]: {
        metric,
        threshold,
        periods: 2,
        summary: "The reader of the table's stream lags by 15 minutes or more.",
        runbook: "stream-behind.md",
      },
    };
  });
  return Object.assign({}, ...found);
}
