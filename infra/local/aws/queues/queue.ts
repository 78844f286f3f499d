import { ACCOUNT, type QueueDefinition, REGION } from "#infra/local/aws/types.ts";

/** A queue with every setting decided (defaults of SQS and CloudFormation). */
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

/** Largest message, and largest sum of one batch (1 MiB since August 2025). */
export const MAXIMUM_BYTES = 1_048_576;

/** Largest delay of a message. */
export const MAXIMUM_DELAY_SECONDS = 900;

/** Longest visibility timeout, counted again by each change. */
export const MAXIMUM_VISIBILITY_SECONDS = 43_200;

/** The ARN of a local queue. */
export const queueArn = (name: string): string => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;

/** The queue named last in an ARN or URL. */
export const queueNameIn = (arnOrUrl: string): string => arnOrUrl.slice(arnOrUrl.search(/[^:/]*$/));

/** A queue from its template. Numbers may be text, as CloudFormation lets them. */
export function queueFrom(definition: QueueDefinition): Queue {
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
