import * as z from "zod";
import { Attributes } from "./messages.ts";

const Names = z.array(z.string()).default([]);
const Handle = { ReceiptHandle: z.string() };
const Entry = { Id: z.string() };
const Message = {
  MessageBody: z.string(),
  DelaySeconds: z.number().optional(),
  MessageAttributes: Attributes.optional(),
  MessageSystemAttributes: Attributes.optional(),
  MessageGroupId: z.string().optional(),
  MessageDeduplicationId: z.string().optional(),
};
const Target = { QueueUrl: z.string() };

/** The input of each supported SQS action. */
export const QUEUE_REQUESTS = {
  ListQueues: z.object({ QueueNamePrefix: z.string().default("") }),
  GetQueueUrl: z.object({ QueueName: z.string() }),
  GetQueueAttributes: z.object({ ...Target, AttributeNames: Names }),
  SendMessage: z.object({ ...Target, ...Message }),
  SendMessageBatch: z.object({
    ...Target,
    Entries: z.array(z.object({ ...Entry, ...Message })).default([]),
  }),
  ReceiveMessage: z.object({
    ...Target,
    MaxNumberOfMessages: z.number().default(1),
    WaitTimeSeconds: z.number().optional(),
    VisibilityTimeout: z.number().optional(),
    AttributeNames: Names,
    MessageSystemAttributeNames: Names,
    MessageAttributeNames: Names,
  }),
  DeleteMessage: z.object({ ...Target, ...Handle }),
  DeleteMessageBatch: z.object({
    ...Target,
    Entries: z.array(z.object({ ...Entry, ...Handle })).default([]),
  }),
  ChangeMessageVisibility: z.object({ ...Target, ...Handle, VisibilityTimeout: z.number() }),
  ChangeMessageVisibilityBatch: z.object({
    ...Target,
    Entries: z.array(z.object({ ...Entry, ...Handle, VisibilityTimeout: z.number() })).default([]),
  }),
  PurgeQueue: z.object(Target),
  ListDeadLetterSourceQueues: z.object(Target),
  StartMessageMoveTask: z.object({ SourceArn: z.string(), DestinationArn: z.string().optional() }),
  ListMessageMoveTasks: z.object({ SourceArn: z.string(), MaxResults: z.number().default(1) }),
} as const;

/** The message in the input of SendMessage, and of each entry of a batch. */
export type MessageInput = Omit<z.output<typeof QUEUE_REQUESTS.SendMessage>, "QueueUrl">;
/** The input of ReceiveMessage. */
export type ReceiveInput = z.output<typeof QUEUE_REQUESTS.ReceiveMessage>;
