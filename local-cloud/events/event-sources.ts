import type { AwsEndpoint } from "#local-cloud/aws/types.ts";
import type { EventSource } from "#local-cloud/template/event-sources.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { type InvokeConsumer, type Poller, pollQueue, type QueueConsumer } from "./queue-poller.ts";
import { type ScheduleRunner, startSchedule } from "./schedule.ts";
import { pollStream, type StreamPoller } from "./stream-poller.ts";
import { openStream } from "./stream-reader.ts";

/** The running event sources of the template. */
export interface EventSources extends Poller {
  /** Runs every schedule once, immediately. */
  runSchedules(): Promise<void>;
}

/** The event sources, and the services that they use. */
export interface EventSourceOptions {
  sources: readonly EventSource[];
  aws: AwsEndpoint;
  invoke: InvokeConsumer;
  waitForCapacity: QueueConsumer["waitForCapacity"];
  checkpoints: Checkpoints;
  /** Returns how many batches of a queue its function may process concurrently. */
  concurrency(functionName: string): number;
}

/** Starts the pollers of queues and streams, and the schedules. */
export async function startEventSources(options: EventSourceOptions): Promise<EventSources> {
  const { sources, aws, invoke, waitForCapacity, checkpoints } = options;
  const { queues } = aws;
  const byTable = Map.groupBy(
    sources.filter((source) => source.kind === "stream"),
    ({ table }) => table,
  );
  const streams: StreamPoller[] = [];
  for (const [table, mappings] of byTable) {
    const reader = await openStream(aws.tableEndpoint, table);
    const poller = pollStream({ reader, sources: mappings, queues, invoke, checkpoints });
    // Transactions write events, which are delivered without waiting for the next poll.
    aws.onTransaction(poller.wake);
    streams.push(poller);
  }
  const pollers: Poller[] = [];
  const schedules: ScheduleRunner[] = [];
  for (const source of sources) {
    if (source.kind === "schedule") schedules.push(startSchedule(source, invoke));
    if (source.kind === "queue") {
      const concurrency = Math.min(
        options.concurrency(source.functionName),
        source.maximumConcurrency ?? Infinity,
      );
      pollers.push(pollQueue(source, { queues, invoke, waitForCapacity }, concurrency));
    }
  }
  return {
    async runSchedules() {
      await Promise.all(schedules.map((schedule) => schedule.runNow()));
    },
    async stop() {
      await Promise.all([...streams, ...pollers, ...schedules].map((poller) => poller.stop()));
    },
  };
}
