import { type Queue, queueArn } from "./queue.ts";
import { queueError } from "./queue-errors.ts";
import type { Queues } from "./queues.ts";

type Render = (queue: Queue, queues: Queues) => string | undefined;

const fifoOnly =
  (render: (queue: Queue) => boolean): Render =>
  (queue) =>
    queue.fifo ? String(render(queue)) : undefined;

const ATTRIBUTES: Record<string, Render> = {
  QueueArn: (queue) => queue.arn,
  ApproximateNumberOfMessages: (queue, queues) => String(queues.counts(queue.name).visible),
  ApproximateNumberOfMessagesNotVisible: (queue, queues) => String(queues.counts(queue.name).inFlight),
  ApproximateNumberOfMessagesDelayed: (queue, queues) => String(queues.counts(queue.name).delayed),
  VisibilityTimeout: (queue) => String(queue.visibilitySeconds),
  DelaySeconds: (queue) => String(queue.delaySeconds),
  MaximumMessageSize: (queue) => String(queue.maximumBytes),
  MessageRetentionPeriod: (queue) => String(queue.retentionSeconds),
  ReceiveMessageWaitTimeSeconds: (queue) => String(queue.waitSeconds),
  SqsManagedSseEnabled: () => "true",
  FifoQueue: fifoOnly((queue) => queue.fifo),
  ContentBasedDeduplication: fifoOnly((queue) => queue.contentDeduplication),
  RedrivePolicy: ({ redrive }) =>
    redrive &&
    JSON.stringify({
      deadLetterTargetArn: queueArn(redrive.queue),
      maxReceiveCount: redrive.maxReceives,
    }),
};

/** Returns the requested attributes of a queue (`All` for every one), without those that don't apply to it. */
export function queueAttributes(
  queues: Queues,
  name: string,
  requested: readonly string[],
): Record<string, string> {
  const queue = queues.get(name);
  const names = requested.includes("All") ? Object.keys(ATTRIBUTES) : requested;
  return Object.fromEntries(
    names.flatMap((attribute) => {
      const render = ATTRIBUTES[attribute];
      if (render === undefined) throw queueError("InvalidAttributeName", `Unknown Attribute ${attribute}.`);
      const value = render(queue, queues);
      return value === undefined ? [] : [[attribute, value]];
    }),
  );
}
