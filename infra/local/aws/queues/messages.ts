import * as z from "zod";
import type {
  MessageAttribute,
  OutgoingMessage,
  ReceivedMessage,
  SentMessage,
} from "#infra/local/aws/types.ts";
import { attributesDigest, bodyDigest } from "./message-digest.ts";
import type { Queue } from "./queue.ts";
import type { Row } from "./queue-store.ts";

const Attribute = z.object({
  DataType: z.string(),
  StringValue: z.string().optional(),
  BinaryValue: z.string().optional(),
});
/** All message attributes of one message. */
export const Attributes = z.record(z.string(), Attribute);

const SEQUENCE_DIGITS = 20;

/** What the sender of a message is told. */
export function sentMessage(message: OutgoingMessage, id: string): SentMessage {
  const attributes = attributesDigest(message.messageAttributes ?? {});
  const system = attributesDigest(message.systemAttributes ?? {});
  return {
    messageId: id,
    md5OfBody: bodyDigest(message.body),
    ...(attributes && { md5OfMessageAttributes: attributes }),
    ...(system && { md5OfSystemAttributes: system }),
  };
}

/** The sequence number of a message of a FIFO queue: 20 digits, growing. */
export const sequenceNumber = (seq: number): string => String(seq).padStart(SEQUENCE_DIGITS, "0");

/** A message as its receiver sees it; `row` is as of before this receive. */
export function receivedMessage(
  queue: Queue,
  row: Row,
  { now, handle }: { now: number; handle: string },
): ReceivedMessage {
  return {
    messageId: row.id,
    receiptHandle: handle,
    body: row.body,
    md5OfBody: bodyDigest(row.body),
    attributes: {
      SenderId: row.sender,
      SentTimestamp: String(row.sent),
      ApproximateReceiveCount: String(row.receives + 1),
      ApproximateFirstReceiveTimestamp: String(row.first_received ?? now),
      ...(row.group_id !== null && { MessageGroupId: row.group_id }),
      ...(row.dedup_id !== null && { MessageDeduplicationId: row.dedup_id }),
      ...(queue.fifo && { SequenceNumber: sequenceNumber(row.seq) }),
      ...(row.trace !== null && { AWSTraceHeader: row.trace }),
      ...(row.source !== null && { DeadLetterQueueSourceArn: row.source }),
    },
    messageAttributes: attributesOf(row),
  };
}

/** The message attributes of a message at rest. */
const attributesOf = (row: Row): Record<string, MessageAttribute> =>
  row.attributes === "{}" ? {} : Attributes.parse(JSON.parse(row.attributes));
