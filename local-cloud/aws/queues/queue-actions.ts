import type * as z from "zod";
import type { JsonObject } from "#local-cloud/aws/json.ts";
import type { RequiredPermission } from "#local-cloud/aws/role-check.ts";
import { ACCOUNT } from "#local-cloud/aws/types.ts";
import { messageBytes } from "./message-digest.ts";
import type { MessageMoveTasks } from "./message-move-tasks.ts";
import { formatReceived, formatSent, parseOutgoingMessage, type Sender } from "./message-wire.ts";
import { MAXIMUM_BYTES, queueArn, queueNameIn } from "./queue.ts";
import { queueAttributes } from "./queue-attributes.ts";
import { missingParameter, queueError } from "./queue-errors.ts";
import { type MessageInput, QUEUE_REQUESTS as REQUESTS } from "./queue-requests.ts";
import type { Queues } from "./queues.ts";
import { runBatch } from "./run-batch.ts";

/** The caller; `signal` ends a wait when the caller closes its connection. */
interface QueueCall extends Sender {
  signal: AbortSignal;
}

/** The queues; `origin` is the start of their URLs. */
export interface QueueParts {
  queues: Queues;
  moveTasks: MessageMoveTasks;
  origin: string;
}

/** One SQS action: parses its request and returns its response. */
export type QueueAction = (request: JsonObject, call: QueueCall) => object | Promise<object>;

/** Returns the supported SQS actions, by name. */
export function queueActions(parts: QueueParts): Record<string, QueueAction> {
  return { ...queueManagementActions(parts), ...messageActions(parts), ...moveTaskActions(parts) };
}

function queueManagementActions({ queues, origin }: QueueParts): Record<string, QueueAction> {
  const getUrl = (name: string): string => `${origin}/${ACCOUNT}/${name}`;
  return {
    ListQueues: action(REQUESTS.ListQueues, ({ QueueNamePrefix: prefix }) => ({
      QueueUrls: queues.list().flatMap(({ name }) => (name.startsWith(prefix) ? [getUrl(name)] : [])),
    })),
    GetQueueUrl: action(REQUESTS.GetQueueUrl, ({ QueueName }) => ({
      QueueUrl: getUrl(queues.get(QueueName).name),
    })),
    GetQueueAttributes: action(REQUESTS.GetQueueAttributes, ({ QueueUrl, AttributeNames }) => ({
      Attributes: queueAttributes(queues, queueNameIn(QueueUrl), AttributeNames),
    })),
    PurgeQueue: action(REQUESTS.PurgeQueue, ({ QueueUrl }) => {
      queues.purge(queueNameIn(QueueUrl));
      return {};
    }),
    ListDeadLetterSourceQueues: action(REQUESTS.ListDeadLetterSourceQueues, ({ QueueUrl }) => {
      const { name } = queues.get(queueNameIn(QueueUrl));
      return {
        queueUrls: queues
          .list()
          .flatMap((source) => (source.redrive?.queue === name ? [getUrl(source.name)] : [])),
      };
    }),
  };
}

function messageActions({ queues }: QueueParts): Record<string, QueueAction> {
  const deleteMessage = (url: string, entry: { ReceiptHandle: string }): object => {
    queues.delete(queueNameIn(url), entry.ReceiptHandle);
    return {};
  };
  const changeVisibility = (
    url: string,
    entry: { ReceiptHandle: string; VisibilityTimeout: number },
  ): object => {
    queues.changeVisibility(queueNameIn(url), entry.ReceiptHandle, entry.VisibilityTimeout);
    return {};
  };
  return {
    SendMessage: action(REQUESTS.SendMessage, (input, call) =>
      formatSent(queues.send(queueNameIn(input.QueueUrl), parseOutgoingMessage(input, call))),
    ),
    SendMessageBatch: action(REQUESTS.SendMessageBatch, ({ QueueUrl, Entries }, call) => {
      const { name } = queues.get(queueNameIn(QueueUrl));
      if (totalBytes(Entries) > MAXIMUM_BYTES) throw queueError("BatchRequestTooLong");
      return runBatch(Entries, (entry) => formatSent(queues.send(name, parseOutgoingMessage(entry, call))));
    }),
    ReceiveMessage: action(REQUESTS.ReceiveMessage, async (input, { signal }) =>
      formatReceived(
        await queues.receive(queueNameIn(input.QueueUrl), {
          maxMessages: input.MaxNumberOfMessages,
          ...(input.WaitTimeSeconds !== undefined && { waitSeconds: input.WaitTimeSeconds }),
          ...(input.VisibilityTimeout !== undefined && { visibilitySeconds: input.VisibilityTimeout }),
          signal,
        }),
        input,
      ),
    ),
    DeleteMessage: action(REQUESTS.DeleteMessage, (input) => deleteMessage(input.QueueUrl, input)),
    DeleteMessageBatch: action(REQUESTS.DeleteMessageBatch, ({ QueueUrl, Entries }) =>
      runBatch(Entries, (entry) => deleteMessage(QueueUrl, entry)),
    ),
    ChangeMessageVisibility: action(REQUESTS.ChangeMessageVisibility, (input) =>
      changeVisibility(input.QueueUrl, input),
    ),
    ChangeMessageVisibilityBatch: action(REQUESTS.ChangeMessageVisibilityBatch, ({ QueueUrl, Entries }) =>
      runBatch(Entries, (entry) => changeVisibility(QueueUrl, entry)),
    ),
  };
}

function moveTaskActions({ moveTasks }: QueueParts): Record<string, QueueAction> {
  return {
    StartMessageMoveTask: action(REQUESTS.StartMessageMoveTask, ({ SourceArn, DestinationArn }) => ({
      TaskHandle: moveTasks.start(SourceArn, DestinationArn),
    })),
    ListMessageMoveTasks: action(REQUESTS.ListMessageMoveTasks, ({ SourceArn, MaxResults }) => ({
      Results: moveTasks.list(SourceArn, MaxResults),
    })),
  };
}

function action<S extends z.ZodType>(
  schema: S,
  run: (input: z.output<S>, call: QueueCall) => object | Promise<object>,
): QueueAction {
  return (request, call) => {
    const parsed = schema.safeParse(request);
    if (!parsed.success) throw missingParameter(parsed.error.issues[0]?.path.join(".") ?? "");
    return run(parsed.data, call);
  };
}

const totalBytes = (entries: readonly MessageInput[]): number =>
  entries.reduce((sum, entry) => sum + messageBytes(entry.MessageBody, entry.MessageAttributes ?? {}), 0);

/** Lists the permissions that an SQS request requires. A batch requires the action of its entries. */
export function listQueuePermissions(operation: string, request: JsonObject): RequiredPermission[] {
  const queue = [request["QueueUrl"], request["QueueName"], request["SourceArn"]].find(
    (value) => typeof value === "string",
  );
  return [
    {
      action: `sqs:${operation.replace(/Batch$/, "")}`,
      resource: queueArn(queue === undefined ? "*" : queueNameIn(queue)),
    },
  ];
}
