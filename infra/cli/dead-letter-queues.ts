import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { Outputs } from "#infra/outputs.ts";
import { Failure } from "#lib/failures.ts";
import { type MoveResult, moveMessages, type Progress } from "./move-messages.ts";

/** The names of all dead-letter queues: the queue or stream that their messages came from. */
export const DEAD_LETTER_QUEUES = [
  "events",
  "deliveries",
  "timers",
  "calendar-writes",
  "payments",
  "calendars",
  "mails",
  "mail-feedback",
  "stream",
] as const;
/** The name of a dead-letter queue. */
export type DeadLetterQueue = (typeof DEAD_LETTER_QUEUES)[number];

/** A message that its consumer could not process. */
interface DeadLetter {
  id: string;
  sentAt: string;
  receives: number;
  /** The reason why it can never succeed, if the consumer added one. */
  reason: string | null;
  body: unknown;
}

/** The operations on one dead-letter queue. */
export interface DeadLetters {
  /** The approximate number of messages. */
  count(): Promise<number>;
  /** Reads some messages without removing them. */
  peek(limit: number): Promise<DeadLetter[]>;
  /** Moves all messages to a queue. */
  moveTo(queueUrl: string, progress: Progress): Promise<MoveResult>;
  /** Calls `handle` for each batch of messages, and then deletes the batch. */
  handleAndDelete(handle: () => Promise<void>, selection: Selection): Promise<MoveResult>;
}

interface Selection {
  /** Maximum number of messages. */
  limit: number;
  /** Messages sent after this time, in ms, remain in the queue. */
  until: number;
  report: Progress["report"];
}

/** Visibility timeout of messages that are only shown. */
const PEEK_SECONDS = 30;
/** Visibility timeout of messages that are handled: a sweep takes one minute, deleting them another. */
const HANDLE_SECONDS = 600;
const MAX_BATCH = 1_000;
const MAX_PER_RECEIVE = 10;

/** The URLs of a dead-letter queue and of the queue that its messages came from, which the stream does not have. */
interface QueueUrls {
  dead: string;
  live?: string | undefined;
}

/** The dead-letter queues of a service. It has those of mails only if it sends mails. */
export function listDeadLetterQueues(outputs: Outputs): (QueueUrls & { queue: DeadLetterQueue })[] {
  const urls = queueUrls(outputs);
  return DEAD_LETTER_QUEUES.flatMap((queue) => {
    const { dead, live } = urls[queue];
    return dead === undefined ? [] : [{ queue, dead, live }];
  });
}

/**
 * Gets the URLs of a dead-letter queue.
 *
 * @throws {Failure} `not_found` if the service does not have it
 */
export function getQueueUrls(outputs: Outputs, queue: DeadLetterQueue): QueueUrls {
  const found = listDeadLetterQueues(outputs).find((other) => other.queue === queue);
  if (!found) throw new Failure("not_found", `The service has no queue ${queue}, because it sends no mails.`);
  return found;
}

const queueUrls = (
  outputs: Outputs,
): Record<DeadLetterQueue, { dead: string | undefined; live?: string | undefined }> => ({
  events: { dead: outputs.EventsDeadLettersUrl, live: outputs.EventsQueueUrl },
  deliveries: { dead: outputs.DeliveriesDeadLettersUrl, live: outputs.DeliveriesQueueUrl },
  timers: { dead: outputs.TimersDeadLettersUrl, live: outputs.TimersQueueUrl },
  "calendar-writes": { dead: outputs.CalendarWritesDeadLettersUrl, live: outputs.CalendarWritesQueueUrl },
  payments: { dead: outputs.PaymentsDeadLettersUrl, live: outputs.PaymentsQueueUrl },
  calendars: { dead: outputs.CalendarsDeadLettersUrl, live: outputs.CalendarsQueueUrl },
  mails: { dead: outputs.MailsDeadLettersUrl, live: outputs.MailsQueueUrl },
  "mail-feedback": { dead: outputs.MailFeedbackDeadLettersUrl, live: outputs.MailFeedbackQueueUrl },
  stream: { dead: outputs.StreamDeadLettersUrl },
});

/** Returns the operations on the dead-letter queue with this URL. */
export function openDeadLetters(QueueUrl: string): DeadLetters {
  const sqs = new SQSClient();
  return {
    async count() {
      const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"] as const;
      const found = await attributesOf(sqs, QueueUrl, names);
      return names.reduce((sum, name) => sum + Number(found[name] ?? 0), 0);
    },
    async peek(limit) {
      const messages = await receive(sqs, QueueUrl, { limit, visibilityTimeout: PEEK_SECONDS });
      await releaseMessages(sqs, QueueUrl, messages);
      return messages.map(toDeadLetter);
    },
    async moveTo(queueUrl, progress) {
      const [source, destination] = await Promise.all([arnOf(sqs, QueueUrl), arnOf(sqs, queueUrl)]);
      return moveMessages(sqs, { source, destination }, progress);
    },
    async handleAndDelete(handle, { limit, until, report }) {
      let moved = 0;
      while (moved < limit) {
        const batchLimit = Math.min(MAX_BATCH, limit - moved);
        const received = await receive(sqs, QueueUrl, {
          limit: batchLimit,
          visibilityTimeout: HANDLE_SECONDS,
        });
        const messages = received.filter((message) => sentAt(message) <= until);
        await releaseMessages(
          sqs,
          QueueUrl,
          received.filter((message) => sentAt(message) > until),
        );
        if (messages.length === 0) break;
        await handle();
        for (const { ReceiptHandle } of messages) {
          await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
          moved += 1;
          report(moved);
        }
      }
      return { moved, failure: null };
    },
  };
}

/** Receives messages until the limit is reached or no new one arrives. */
async function receive(
  sqs: SQSClient,
  QueueUrl: string,
  { limit, visibilityTimeout }: { limit: number; visibilityTimeout: number },
): Promise<Message[]> {
  const found = new Map<string | undefined, Message>();
  while (found.size < limit) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: Math.min(MAX_PER_RECEIVE, limit - found.size),
        VisibilityTimeout: visibilityTimeout,
        // With long polling SQS queries all its servers, so an empty response means an empty queue.
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ["SentTimestamp", "ApproximateReceiveCount"],
        MessageAttributeNames: ["reason"],
      }),
    );
    const previousSize = found.size;
    for (const message of Messages) found.set(message.MessageId, message);
    if (found.size === previousSize) break;
  }
  return [...found.values()];
}

async function releaseMessages(
  sqs: SQSClient,
  QueueUrl: string,
  messages: readonly Message[],
): Promise<void> {
  for (const { ReceiptHandle } of messages)
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
}

const sentAt = ({ Attributes }: Message): number => Number(Attributes?.SentTimestamp);

const toDeadLetter = ({
  MessageId = "",
  Body = "",
  Attributes = {},
  MessageAttributes,
}: Message): DeadLetter => ({
  id: MessageId,
  sentAt: new Date(Number(Attributes.SentTimestamp)).toISOString(),
  receives: Number(Attributes.ApproximateReceiveCount),
  reason: MessageAttributes?.["reason"]?.StringValue ?? null,
  body: jsonOrText(Body),
});

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const attributesOf = async (
  sqs: SQSClient,
  QueueUrl: string,
  names: readonly QueueAttributeName[],
): Promise<Partial<Record<string, string>>> =>
  (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }))).Attributes ?? {};

const arnOf = async (sqs: SQSClient, queueUrl: string): Promise<string> =>
  (await attributesOf(sqs, queueUrl, ["QueueArn"]))["QueueArn"] ?? "";
