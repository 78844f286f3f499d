import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "./aws-settings.ts";
import { chunksOf } from "./chunks.ts";
import { env } from "./env.ts";
import { perService } from "./per-service.ts";

/**
 * One message: any JSON value. Messages of one `group` don't delay those of other groups (fair queues). In FIFO queues ({@link FIFO_QUEUES}) the
 * messages of one group are processed one after the other.
 */
export interface QueueMessage {
  body: unknown;
  group: string;
  /** Whole seconds, at most {@link LONGEST_DELAY}; never on a FIFO queue. */
  delaySeconds?: number;
  /** In a FIFO queue: SQS discards messages that have the id of another of the same group in the last five minutes. */
  deduplicationId?: string;
}

/** Maximum seconds that a message can be delayed. */
export const LONGEST_DELAY = 900;

const URL_VARIABLE = {
  events: "EVENTS_QUEUE_URL",
  deliveries: "DELIVERIES_QUEUE_URL",
  timers: "TIMERS_QUEUE_URL",
  calendarWrites: "CALENDAR_WRITES_QUEUE_URL",
  calendars: "CALENDARS_QUEUE_URL",
  mails: "MAILS_QUEUE_URL",
  payments: "PAYMENTS_QUEUE_URL",
  paymentDeadLetters: "PAYMENT_DEAD_LETTERS_URL",
} as const;
export type QueueName = keyof typeof URL_VARIABLE;

/** The queues that process the messages of a group in order. */
const FIFO_QUEUES: ReadonlySet<QueueName> = new Set(["deliveries", "calendarWrites", "calendars", "mails"]);
/** SQS's limit of one call. */
const MAX_MESSAGES = 10;

const sqs = /* @__PURE__ */ perService(
  () =>
    new SQSClient({
      ...awsSettings("SQS"),
      // The connection protects the messages from changes.
      md5: false,
      useQueueUrlAsEndpoint: false,
    }),
);

/** Sends messages, in parallel calls of ten. Returns the positions of those that the queue rejected. */
export async function sendMessages(
  queue: QueueName,
  messages: readonly QueueMessage[],
): Promise<Set<number>> {
  const QueueUrl = env(URL_VARIABLE[queue]);
  const rejected = await Promise.all(
    chunksOf([...messages.entries()], MAX_MESSAGES).map(async (chunk) => {
      const Entries = chunk.map(([position, message]) => entryOf(queue, message, position));
      const { Failed = [] } = await sqs().send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      return Failed.map(({ Id }) => Number(Id));
    }),
  );
  return new Set(rejected.flat());
}

/** Sends messages. Throws if the queue rejects any of them. */
export async function sendAllMessages(queue: QueueName, messages: readonly QueueMessage[]): Promise<void> {
  const rejected = await sendMessages(queue, messages);
  if (rejected.size > 0) throw new Error(`the queue ${queue} rejected ${rejected.size} messages`);
}

/** Sends a text without rendering it as JSON, with attributes. Throws if the queue rejects it. */
export async function sendText(
  queue: QueueName,
  text: string,
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  const MessageAttributes = Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: "String", StringValue }]),
  );
  const QueueUrl = env(URL_VARIABLE[queue]);
  await sqs().send(new SendMessageCommand({ QueueUrl, MessageBody: text, MessageAttributes }));
}

const entryOf = (
  queue: QueueName,
  { body, group, delaySeconds, deduplicationId = randomUUID() }: QueueMessage,
  position: number,
) => ({
  Id: String(position),
  MessageBody: JSON.stringify(body),
  MessageGroupId: group,
  ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
  // Without an id, the queue must not discard any message.
  ...(FIFO_QUEUES.has(queue) && { MessageDeduplicationId: deduplicationId }),
});
