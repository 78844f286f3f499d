import type * as z from "zod";
import type { JsonObject } from "#infra/local/aws/json.ts";
import { ACCOUNT } from "#infra/local/aws/types.ts";
import { runBatch } from "./batches.ts";
import { messageBytes } from "./message-digest.ts";
import { answerReceived, answerSent, outgoing } from "./message-wire.ts";
import type { MoveTasks } from "./move-tasks.ts";
import { MAXIMUM_BYTES, queueNameIn } from "./queue.ts";
import { queueAttributes } from "./queue-attributes.ts";
import { missing, queueError } from "./queue-errors.ts";
import { type MessageInput, QUEUE_REQUESTS as REQUESTS } from "./queue-requests.ts";
import type { Queues } from "./queues.ts";

/** Who calls; `signal` ends a wait that nobody listens to any more. */
interface QueueCall {
  caller: string;
  signal: AbortSignal;
}

/** What the actions work on; `origin` is the address the queue URLs start with. */
export interface QueueParts {
  queues: Queues;
  moves: MoveTasks;
  origin: string;
}

/** One SQS action: reads its request off the wire and answers it. */
export type QueueAction = (request: JsonObject, call: QueueCall) => object | Promise<object>;

/** The SQS actions served locally, by name. */
export function queueActions(parts: QueueParts): Record<string, QueueAction> {
  return { ...metaActions(parts), ...messageActions(parts), ...moveActions(parts) };
}

function metaActions({ queues, origin }: QueueParts): Record<string, QueueAction> {
  const urlOf = (name: string): string => `${origin}/${ACCOUNT}/${name}`;
  return {
    ListQueues: action(REQUESTS.ListQueues, ({ QueueNamePrefix: prefix }) => ({
      QueueUrls: queues.list().flatMap(({ name }) => (name.startsWith(prefix) ? [urlOf(name)] : [])),
    })),
    GetQueueUrl: action(REQUESTS.GetQueueUrl, ({ QueueName }) => ({
      QueueUrl: urlOf(queues.queue(QueueName).name),
    })),
    GetQueueAttributes: action(REQUESTS.GetQueueAttributes, ({ QueueUrl, AttributeNames }) => ({
      Attributes: queueAttributes(queues, queueNameIn(QueueUrl), AttributeNames),
    })),
    PurgeQueue: action(REQUESTS.PurgeQueue, ({ QueueUrl }) => {
      queues.purge(queueNameIn(QueueUrl));
      return {};
    }),
    ListDeadLetterSourceQueues: action(REQUESTS.ListDeadLetterSourceQueues, ({ QueueUrl }) => {
      const { name } = queues.queue(queueNameIn(QueueUrl));
      return {
        queueUrls: queues
          .list()
          .flatMap((source) => (source.redrive?.queue === name ? [urlOf(source.name)] : [])),
      };
    }),
  };
}

function messageActions({ queues }: QueueParts): Record<string, QueueAction> {
  const forget = (url: string, entry: { ReceiptHandle: string }): object => {
    queues.delete(queueNameIn(url), entry.ReceiptHandle);
    return {};
  };
  const change = (url: string, entry: { ReceiptHandle: string; VisibilityTimeout: number }): object => {
    queues.changeVisibility(queueNameIn(url), entry.ReceiptHandle, entry.VisibilityTimeout);
    return {};
  };
  return {
    SendMessage: action(REQUESTS.SendMessage, (input, { caller }) =>
      answerSent(queues.send(queueNameIn(input.QueueUrl), outgoing(input, caller))),
    ),
    SendMessageBatch: action(REQUESTS.SendMessageBatch, ({ QueueUrl, Entries }, { caller }) => {
      const { name } = queues.queue(queueNameIn(QueueUrl));
      if (totalBytes(Entries) > MAXIMUM_BYTES) throw queueError("BatchRequestTooLong");
      return runBatch(Entries, (entry) => answerSent(queues.send(name, outgoing(entry, caller))));
    }),
    ReceiveMessage: action(REQUESTS.ReceiveMessage, async (input, { signal }) =>
      answerReceived(
        await queues.receive(queueNameIn(input.QueueUrl), {
          maxMessages: input.MaxNumberOfMessages,
          ...(input.WaitTimeSeconds !== undefined && { waitSeconds: input.WaitTimeSeconds }),
          ...(input.VisibilityTimeout !== undefined && { visibilitySeconds: input.VisibilityTimeout }),
          signal,
        }),
        input,
      ),
    ),
    DeleteMessage: action(REQUESTS.DeleteMessage, (input) => forget(input.QueueUrl, input)),
    DeleteMessageBatch: action(REQUESTS.DeleteMessageBatch, ({ QueueUrl, Entries }) =>
      runBatch(Entries, (entry) => forget(QueueUrl, entry)),
    ),
    ChangeMessageVisibility: action(REQUESTS.ChangeMessageVisibility, (input) =>
      change(input.QueueUrl, input),
    ),
    ChangeMessageVisibilityBatch: action(REQUESTS.ChangeMessageVisibilityBatch, ({ QueueUrl, Entries }) =>
      runBatch(Entries, (entry) => change(QueueUrl, entry)),
    ),
  };
}

function moveActions({ moves }: QueueParts): Record<string, QueueAction> {
  return {
    StartMessageMoveTask: action(REQUESTS.StartMessageMoveTask, ({ SourceArn, DestinationArn }) => ({
      TaskHandle: moves.start(SourceArn, DestinationArn),
    })),
    ListMessageMoveTasks: action(REQUESTS.ListMessageMoveTasks, ({ SourceArn, MaxResults }) => ({
      Results: moves.list(SourceArn, MaxResults),
    })),
  };
}

function action<S extends z.ZodType>(
  schema: S,
  run: (input: z.output<S>, call: QueueCall) => object | Promise<object>,
): QueueAction {
  return (request, call) => {
    const parsed = schema.safeParse(request);
    if (!parsed.success) throw missing(parsed.error.issues[0]?.path.join(".") ?? "");
    return run(parsed.data, call);
  };
}

const totalBytes = (entries: readonly MessageInput[]): number =>
  entries.reduce((sum, entry) => sum + messageBytes(entry.MessageBody, entry.MessageAttributes ?? {}), 0);
