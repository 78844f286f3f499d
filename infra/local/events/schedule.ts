import { randomUUID } from "node:crypto";
import { ACCOUNT, REGION } from "#infra/local/aws/types.ts";
import type { Schedule } from "#infra/local/template/event-sources.ts";
import type { InvokeConsumer, Poller } from "./queue-poller.ts";

/** A schedule that can also be run out of turn. */
export interface ScheduleRunner extends Poller {
  /** Runs it now; resolves when the function is done. */
  runNow(): Promise<void>;
}

/** Runs a function at its rate, on the full minute; a run that is still going on is not doubled. */
export function runSchedule(schedule: Schedule, invoke: InvokeConsumer): ScheduleRunner {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout;
  const interval = schedule.everyMinutes * 60_000;
  const runNow = (): Promise<void> => {
    running ??= invoke(schedule.functionName, schedule.input ?? scheduledEvent(schedule)).then(() => {
      running = undefined;
    });
    return running;
  };
  const plan = (): void => {
    timer = setTimeout(
      () => {
        void runNow();
        plan();
      },
      interval - (Date.now() % interval),
    );
  };
  plan();
  return {
    runNow,
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}

const scheduledEvent = ({ name }: Schedule): string =>
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
