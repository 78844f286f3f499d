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
import { type Moved, moveMessages, type Progress } from "./move-messages.ts";

/** The names of all dead-letter queues: the queue or stream their messages came from. */
export const DEAD_LETTER_QUEUES = ["events", "deliveries", "timers", "payments", "stream"] as const;
export type DeadLetterQueue = (typeof DEAD_LETTER_QUEUES)[number];

/** A message that its consumer could not process. */
interface DeadLetter {
  id: string;
  sentAt: string;
  receives: number;
  /** The reason why it can never be valid, if the consumer added one. */
  reason: string | null;
  body: unknown;
}

/** The operations on one dead-letter queue. */
export interface DeadLetters {
  /** The approximate number of messages. */
  count(): Promise<number>;
  /** Reads some messages without removing them. */
  look(most: number): Promise<DeadLetter[]>;
  /** Moves all messages to a queue. */
  moveTo(queueUrl: string, progress: Progress): Promise<Moved>;
  /** Handles and then deletes at most `most` messages that were sent until an instant, in ms. */
  settle(handle: () => Promise<void>, settling: Settling): Promise<Moved>;
}

interface Settling {
  most: number;
  until: number;
  tell: Progress["tell"];
}

/** Seconds for which a message is invisible to others while it is shown. */
const LOOKING = 30;
/** Seconds for which it is invisible while it is settled: a sweep takes one minute, deleting them another. */
const SETTLING = 600;
const MOST_SETTLED = 1_000;
const MOST_AT_ONCE = 10;

/** The URL of a dead-letter queue, and of the queue its messages came from; undefined for the stream's. */
export const queueUrls = (outputs: Outputs): Record<DeadLetterQueue, { dead: string; live?: string }> => ({
  events: { dead: outputs.EventsDeadLettersUrl, live: outputs.EventsQueueUrl },
  deliveries: { dead: outputs.DeliveriesDeadLettersUrl, live: outputs.DeliveriesQueueUrl },
  timers: { dead: outputs.TimersDeadLettersUrl, live: outputs.TimersQueueUrl },
  payments: { dead: outputs.PaymentsDeadLettersUrl, live: outputs.PaymentsQueueUrl },
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
    async look(most) {
      const messages = await receive(sqs, QueueUrl, { most, hidden: LOOKING });
      await giveBack(sqs, QueueUrl, messages);
      return messages.map(letterIn);
    },
    async moveTo(queueUrl, progress) {
      const [source, destination] = await Promise.all([arnOf(sqs, QueueUrl), arnOf(sqs, queueUrl)]);
      return moveMessages(sqs, { source, destination }, progress);
    },
    async settle(handle, { most, until, tell }) {
      let moved = 0;
      while (moved < most) {
        const next = Math.min(MOST_SETTLED, most - moved);
        const received = await receive(sqs, QueueUrl, { most: next, hidden: SETTLING });
        const messages = received.filter((message) => sentAt(message) <= until);
        await giveBack(
          sqs,
          QueueUrl,
          received.filter((message) => sentAt(message) > until),
        );
        if (messages.length === 0) break;
        await handle();
        for (const { ReceiptHandle } of messages) {
          await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
          moved += 1;
          tell(moved);
        }
      }
      return { moved, failure: null };
    },
  };
}

/** Receives at most this number of messages, which are then invisible for some seconds; ends when no new one arrives. */
async function receive(
  sqs: SQSClient,
  QueueUrl: string,
  { most, hidden }: { most: number; hidden: number },
): Promise<Message[]> {
  const found = new Map<string | undefined, Message>();
  while (found.size < most) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: Math.min(MOST_AT_ONCE, most - found.size),
        VisibilityTimeout: hidden,
        // With long polling SQS asks all its servers, so an empty response means an empty queue.
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ["SentTimestamp", "ApproximateReceiveCount"],
        MessageAttributeNames: ["reason"],
      }),
    );
    const before = found.size;
    for (const message of Messages) found.set(message.MessageId, message);
    if (found.size === before) break;
  }
  return [...found.values()];
}

async function giveBack(sqs: SQSClient, QueueUrl: string, messages: readonly Message[]): Promise<void> {
  for (const { ReceiptHandle } of messages)
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
}

const sentAt = ({ Attributes }: Message): number => Number(Attributes?.SentTimestamp);

const letterIn = ({
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
