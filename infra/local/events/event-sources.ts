import type { AwsEndpoint } from "#infra/local/aws/types.ts";
import type { EventSource } from "#infra/local/template/event-sources.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { type InvokeConsumer, type Poller, pollQueue, type QueuePolling } from "./queue-poller.ts";
import { runSchedule, type ScheduleRunner } from "./schedule.ts";
import { pollStream, type StreamPoller } from "./stream-poller.ts";
import { openStream } from "./stream-reader.ts";

/** Every event source of the template, running. */
export interface EventSources extends Poller {
  /** Runs every schedule once, now. */
  runSchedules(): Promise<void>;
}

/** What event sources work with. */
export interface EventSourceOptions {
  sources: readonly EventSource[];
  aws: AwsEndpoint;
  invoke: InvokeConsumer;
  room: QueuePolling["room"];
  checkpoints: Checkpoints;
  /** Batches a queue may have in its function at once. */
  concurrency(functionName: string): number;
}

/** Starts the pollers of queues and streams, and the schedules. */
export async function startEventSources(options: EventSourceOptions): Promise<EventSources> {
  const { sources, aws, invoke, room, checkpoints } = options;
  const { queues } = aws;
  const byTable = Map.groupBy(
    sources.filter((source) => source.kind === "stream"),
    ({ table }) => table,
  );
  const streams: StreamPoller[] = [];
  for (const [table, mappings] of byTable) {
    const reader = await openStream(aws.tableEndpoint, table);
    const poller = pollStream({ reader, sources: mappings, queues, invoke, checkpoints });
    // Events are written by transactions, and leave without waiting for the next poll.
    aws.onTransaction(poller.nudge);
    streams.push(poller);
  }
  const pollers: Poller[] = [];
  const schedules: ScheduleRunner[] = [];
  for (const source of sources) {
    if (source.kind === "schedule") schedules.push(runSchedule(source, invoke));
    if (source.kind === "queue") {
      const concurrency = Math.min(
        options.concurrency(source.functionName),
        source.maximumConcurrency ?? Infinity,
      );
      pollers.push(pollQueue(source, { queues, invoke, room }, concurrency));
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
