import { randomUUID } from "node:crypto";
import { ACCOUNT, REGION } from "#local-cloud/aws/types.ts";
import type { Schedule } from "#local-cloud/template/event-sources.ts";
import type { InvokeConsumer, Poller } from "./queue-poller.ts";

/** A schedule that can also be run immediately. */
export interface ScheduleRunner extends Poller {
  /** Runs it now; resolves when the function is done. */
  runNow(): Promise<void>;
}

/** Runs a function at its rate, on the full minute. A run is skipped while the previous one continues. */
export function startSchedule(schedule: Schedule, invoke: InvokeConsumer): ScheduleRunner {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout;
  const interval = schedule.everyMinutes * 60_000;
  const runNow = (): Promise<void> => {
    running ??= invoke(schedule.functionName, schedule.input ?? buildScheduledEvent(schedule)).then(() => {
      running = undefined;
    });
    return running;
  };
  const planNextRun = (): void => {
    timer = setTimeout(
      () => {
        void runNow();
        planNextRun();
      },
      interval - (Date.now() % interval),
    );
  };
  planNextRun();
  return {
    runNow,
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}

const buildScheduledEvent = ({ name }: Schedule): string =>
  JSON.stringify({
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.events",
    account: ACCOUNT,
    time: new Date().toISOString(),
    region: REGION,
    resources: [`arn:aws:events:${REGION}:${ACCOUNT}:rule/${name}`],
    detail: {},
  });
