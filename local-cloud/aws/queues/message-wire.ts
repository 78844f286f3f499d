import type { OutgoingMessage, ReceivedMessage, SentMessage } from "#local-cloud/aws/types.ts";
import { attributesDigest } from "./message-digest.ts";
import type { MessageInput, ReceiveInput } from "./queue-requests.ts";

/** The caller of a send, and the header `X-Amzn-Trace-Id` of its request. */
export interface Sender {
  caller: string;
  traceHeader?: string | undefined;
}

/** Converts the input of a send. */
export function parseOutgoingMessage(input: MessageInput, { caller, traceHeader }: Sender): OutgoingMessage {
  return {
    body: input.MessageBody,
    ...(input.DelaySeconds !== undefined && { delaySeconds: input.DelaySeconds }),
    ...(input.MessageGroupId !== undefined && { groupId: input.MessageGroupId }),
    ...(input.MessageDeduplicationId !== undefined && { deduplicationId: input.MessageDeduplicationId }),
    ...(input.MessageAttributes && { messageAttributes: input.MessageAttributes }),
    ...(input.MessageSystemAttributes && { systemAttributes: input.MessageSystemAttributes }),
    senderId: caller,
    traceHeader,
  };
}

/** Builds the response to a send. */
export const formatSent = (sent: SentMessage): object => ({
  MessageId: sent.messageId,
  MD5OfMessageBody: sent.md5OfBody,
  MD5OfMessageAttributes: sent.md5OfMessageAttributes,
  MD5OfMessageSystemAttributes: sent.md5OfSystemAttributes,
  SequenceNumber: sent.sequenceNumber,
});

/** Builds the response to a receive, with the requested attributes. Empty fields are omitted. */
export function formatReceived(messages: readonly ReceivedMessage[], input: ReceiveInput): object {
  if (messages.length === 0) return {};
  const systemNames = [...input.AttributeNames, ...input.MessageSystemAttributeNames];
  return {
    Messages: messages.map((message) => {
      const messageAttributes = pick(message.messageAttributes, (name) =>
        input.MessageAttributeNames.some((pattern) => matchesName(pattern, name)),
      );
      return {
        MessageId: message.messageId,
        ReceiptHandle: message.receiptHandle,
        Body: message.body,
        MD5OfBody: message.md5OfBody,
        Attributes: pick(
          message.attributes,
          (name) => systemNames.includes("All") || systemNames.includes(name),
        ),
        MessageAttributes: messageAttributes,
        MD5OfMessageAttributes: messageAttributes && attributesDigest(messageAttributes),
      };
    }),
  };
}

const matchesName = (pattern: string, name: string): boolean =>
  pattern === "All" || pattern === name || (pattern.endsWith(".*") && name.startsWith(pattern.slice(0, -2)));

function pick<T>(
  record: Record<string, T>,
  isRequested: (name: string) => boolean,
): Record<string, T> | undefined {
  const picked = Object.entries(record).filter(([name]) => isRequested(name));
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
}
