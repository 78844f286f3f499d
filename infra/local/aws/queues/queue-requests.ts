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
const OfQueue = { QueueUrl: z.string() };

/** The input of each SQS action served here, as its wire has it. */
export const QUEUE_REQUESTS = {
  ListQueues: z.object({ QueueNamePrefix: z.string().default("") }),
  GetQueueUrl: z.object({ QueueName: z.string() }),
  GetQueueAttributes: z.object({ ...OfQueue, AttributeNames: Names }),
  SendMessage: z.object({ ...OfQueue, ...Message }),
  SendMessageBatch: z.object({
    ...OfQueue,
    Entries: z.array(z.object({ ...Entry, ...Message })).default([]),
  }),
  ReceiveMessage: z.object({
    ...OfQueue,
    MaxNumberOfMessages: z.number().default(1),
    WaitTimeSeconds: z.number().optional(),
    VisibilityTimeout: z.number().optional(),
    AttributeNames: Names,
    MessageSystemAttributeNames: Names,
    MessageAttributeNames: Names,
  }),
  DeleteMessage: z.object({ ...OfQueue, ...Handle }),
  DeleteMessageBatch: z.object({
    ...OfQueue,
    Entries: z.array(z.object({ ...Entry, ...Handle })).default([]),
  }),
  ChangeMessageVisibility: z.object({ ...OfQueue, ...Handle, VisibilityTimeout: z.number() }),
  ChangeMessageVisibilityBatch: z.object({
    ...OfQueue,
    Entries: z.array(z.object({ ...Entry, ...Handle, VisibilityTimeout: z.number() })).default([]),
  }),
  PurgeQueue: z.object(OfQueue),
  ListDeadLetterSourceQueues: z.object(OfQueue),
  StartMessageMoveTask: z.object({ SourceArn: z.string(), DestinationArn: z.string().optional() }),
  ListMessageMoveTasks: z.object({ SourceArn: z.string(), MaxResults: z.number().default(1) }),
} as const;

/** A message as SendMessage and the entries of its batch give it. */
export type MessageInput = Omit<z.output<typeof QUEUE_REQUESTS.SendMessage>, "QueueUrl">;
export type ReceiveInput = z.output<typeof QUEUE_REQUESTS.ReceiveMessage>;
