import type { AwsEndpoint } from "@almanac/local-cloud";
import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import type { SQSEvent } from "aws-lambda";
import { beforeEach, vi } from "vitest";
import { handler } from "#functions/calendars/check.ts";
import { setClock } from "#lib/platform/clock.ts";
import { LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { recreateTable } from "#test/support/table/recreate-table.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { deliveryQueues } from "./delivery-queues.ts";

const QUEUE = "calendars.fifo";
const MINUTE = 60;

/** Runs the function that checks calendars for the messages of a local table's queue, and the sweep of every minute. */
function calendarQueue(clock: ManualClock, aws: () => AwsEndpoint) {
  const { runTimers } = deliveryQueues(aws);
  const receiveOne = () => aws().queues.receive(QUEUE, { maxMessages: 1 });
  /** Runs the function for the next message of each user, at the same time. Returns their number. */
  async function runChecks(): Promise<number> {
    const received = [];
    for (let found = await receiveOne(); found.length > 0; found = await receiveOne())
      received.push(...found);
    await Promise.all(
      received.map(async ({ messageId, body, attributes, receiptHandle }) => {
        const record = { messageId, body, attributes } as unknown as SQSEvent["Records"][number];
        const { batchItemFailures } = await handler({ Records: [record] }, LAMBDA_CONTEXT);
        if (batchItemFailures.length === 0) aws().queues.delete(QUEUE, receiptHandle);
      }),
    );
    return received.length;
  }
  /** Runs the function until no message is visible. Returns the number of messages. */
  async function runAllChecks(): Promise<number> {
    let count = 0;
    for (let found = await runChecks(); found > 0; found = await runChecks()) count += found;
    return count;
  }
  return {
    runAllChecks,
    /** Moves the clock by minutes, in steps, with the sweep, the timers and the checks of each. */
    async pass(minutes: number, step = 1): Promise<void> {
      for (let left = minutes; left > 0; left -= step) {
        clock.advance(Math.min(step, left) * MINUTE);
        await sweepDueShards();
        await runTimers();
        await runAllChecks();
      }
    },
  };
}

/** Runs a table with the queue of calendars for the tests of one file, with a manual clock. */
export function useCalendarChecks() {
  const clock = new ManualClock(Date.parse("2031-03-01T12:00:00Z"));
  const aws = useLocalTable({ clock });
  const queue = calendarQueue(clock, aws);
  let lines: ReturnType<typeof captureLines>;
  beforeEach(async () => {
    lines = captureLines();
    setClock(() => clock.now());
    vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
    // The calendars of earlier tests would be checked all the time.
    await recreateTable();
    // Their messages.
    await queue.runAllChecks();
  });
  return { ...queue, clock, aws, lines: () => lines() };
}
