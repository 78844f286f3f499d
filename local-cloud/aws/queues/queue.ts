import { ACCOUNT, type QueueDefinition, REGION } from "#local-cloud/aws/types.ts";

/** A queue with all its settings, including the defaults of SQS and CloudFormation. */
export interface Queue {
  name: string;
  arn: string;
  fifo: boolean;
  contentDeduplication: boolean;
  visibilitySeconds: number;
  delaySeconds: number;
  retentionSeconds: number;
  waitSeconds: number;
  maximumBytes: number;
  redrive?: { queue: string; maxReceives: number };
}

/** Maximum size of a message, and of all messages of a batch (1 MiB since August 2025). */
export const MAXIMUM_BYTES = 1_048_576;

/** Maximum delay of a message. */
export const MAXIMUM_DELAY_SECONDS = 900;

/** Maximum visibility timeout, from the time of its last change. */
export const MAXIMUM_VISIBILITY_SECONDS = 43_200;

/** Returns the ARN of a local queue. */
export const queueArn = (name: string): string => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;

/** Returns the queue's name, the last part of an ARN or URL. */
export const queueNameIn = (arnOrUrl: string): string => arnOrUrl.slice(arnOrUrl.search(/[^:/]*$/));

/** Converts a queue of the template. CloudFormation allows numbers as strings. */
export function readQueue(definition: QueueDefinition): Queue {
  const redrive = definition.RedrivePolicy;
  return {
    name: definition.QueueName,
    arn: queueArn(definition.QueueName),
    fifo: definition.FifoQueue ?? false,
    contentDeduplication: definition.ContentBasedDeduplication ?? false,
    visibilitySeconds: Number(definition.VisibilityTimeout ?? 30),
    delaySeconds: Number(definition.DelaySeconds ?? 0),
    retentionSeconds: Number(definition.MessageRetentionPeriod ?? 345_600),
    waitSeconds: Number(definition.ReceiveMessageWaitTimeSeconds ?? 0),
    maximumBytes: Number(definition.MaximumMessageSize ?? MAXIMUM_BYTES),
    ...(redrive && {
      redrive: {
        queue: queueNameIn(redrive.deadLetterTargetArn),
        maxReceives: Number(redrive.maxReceiveCount),
      },
    }),
  };
}
