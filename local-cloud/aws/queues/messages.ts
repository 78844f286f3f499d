import * as z from "zod";
import type {
  MessageAttribute,
  OutgoingMessage,
  ReceivedMessage,
  SentMessage,
} from "#local-cloud/aws/types.ts";
import { attributesDigest, bodyDigest } from "./message-digest.ts";
import type { Queue } from "./queue.ts";
import type { Row } from "./queue-store.ts";

const Attribute = z.object({
  DataType: z.string(),
  StringValue: z.string().exactOptional(),
  BinaryValue: z.string().exactOptional(),
});
/** The message attributes of one message. */
export const Attributes = z.record(z.string(), Attribute);

const SEQUENCE_DIGITS = 20;

/** Creates the result of a send. */
export function createSentMessage(message: OutgoingMessage, id: string): SentMessage {
  const attributes = attributesDigest(message.messageAttributes ?? {});
  const system = attributesDigest(message.systemAttributes ?? {});
  return {
    messageId: id,
    md5OfBody: bodyDigest(message.body),
    ...(attributes && { md5OfMessageAttributes: attributes }),
    ...(system && { md5OfSystemAttributes: system }),
  };
}

/** Formats the sequence number of a message in a FIFO queue, with 20 digits. */
export const formatSequenceNumber = (seq: number): string => String(seq).padStart(SEQUENCE_DIGITS, "0");

/** Creates a received message from its row, which is as it was before this receive. */
export function createReceivedMessage(
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
      ...(queue.fifo && { SequenceNumber: formatSequenceNumber(row.seq) }),
      ...(row.trace !== null && { AWSTraceHeader: row.trace }),
      ...(row.source !== null && { DeadLetterQueueSourceArn: row.source }),
    },
    messageAttributes: parseAttributes(row),
  };
}

/** Parses the message attributes of a stored message. */
const parseAttributes = (row: Row): Record<string, MessageAttribute> =>
  row.attributes === "{}" ? {} : Attributes.parse(JSON.parse(row.attributes));
