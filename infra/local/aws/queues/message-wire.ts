import type { OutgoingMessage, ReceivedMessage, SentMessage } from "#infra/local/aws/types.ts";
import { attributesDigest } from "./message-digest.ts";
import type { MessageInput, ReceiveInput } from "./queue-requests.ts";

/** A message to send, off the wire. */
export function outgoing(input: MessageInput, caller: string): OutgoingMessage {
  return {
    body: input.MessageBody,
    ...(input.DelaySeconds !== undefined && { delaySeconds: input.DelaySeconds }),
    ...(input.MessageGroupId !== undefined && { groupId: input.MessageGroupId }),
    ...(input.MessageDeduplicationId !== undefined && { deduplicationId: input.MessageDeduplicationId }),
    ...(input.MessageAttributes && { messageAttributes: input.MessageAttributes }),
    ...(input.MessageSystemAttributes && { systemAttributes: input.MessageSystemAttributes }),
    senderId: caller,
  };
}

/** The answer to a send. */
export const answerSent = (sent: SentMessage): object => ({
  MessageId: sent.messageId,
  MD5OfMessageBody: sent.md5OfBody,
  MD5OfMessageAttributes: sent.md5OfMessageAttributes,
  MD5OfMessageSystemAttributes: sent.md5OfSystemAttributes,
  SequenceNumber: sent.sequenceNumber,
});

/** The answer to a receive, with the attributes that were asked for; what would be empty is left out. */
export function answerReceived(messages: readonly ReceivedMessage[], input: ReceiveInput): object {
  if (messages.length === 0) return {};
  const system = [...input.AttributeNames, ...input.MessageSystemAttributeNames];
  return {
    Messages: messages.map((message) => {
      const messageAttributes = pick(message.messageAttributes, (name) =>
        input.MessageAttributeNames.some((wanted) => isWanted(name, wanted)),
      );
      return {
        MessageId: message.messageId,
        ReceiptHandle: message.receiptHandle,
        Body: message.body,
        MD5OfBody: message.md5OfBody,
        Attributes: pick(message.attributes, (name) => system.includes("All") || system.includes(name)),
        MessageAttributes: messageAttributes,
        MD5OfMessageAttributes: messageAttributes && attributesDigest(messageAttributes),
      };
    }),
  };
}

const isWanted = (name: string, wanted: string): boolean =>
  wanted === "All" || wanted === name || (wanted.endsWith(".*") && name.startsWith(wanted.slice(0, -2)));

function pick<T>(
  record: Record<string, T>,
  wanted: (name: string) => boolean,
): Record<string, T> | undefined {
  const picked = Object.entries(record).filter(([name]) => wanted(name));
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
}
