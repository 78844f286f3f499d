import { Duration } from "aws-cdk-lib";
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  type QueueProps,
} from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { removalPolicy, type Stage } from "#infra/stage.ts";

interface WorkQueueProps {
  stage: Stage;
  /** Timeout of the slowest function that reads the queue. */
  consumerTimeout: Duration;
  /** Whether messages of one group are processed one after the other. */
  isFifo?: boolean;
}

const RECEIVES = 5;
/** The visibility timeout is six times the timeout of the consumer, as Lambda recommends, so that a slow batch is not received twice. */
const TIMEOUTS_INVISIBLE = 6;
const LONGEST_RETENTION = Duration.days(14);

/** A FIFO queue with a throughput limit per group. */
const FIFO: QueueProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

/** A queue whose messages go to its dead-letter queue after five receives. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { stage, consumerTimeout, isFifo = false }: WorkQueueProps) {
    super(scope, id);
    this.deadLetters = new Queue(this, "DeadLetters", {
      ...deadLetterProps(stage),
      ...(isFifo && FIFO),
    });
    this.queue = new Queue(this, "Queue", {
      ...deadLetterProps(stage),
      ...(isFifo && FIFO),
      visibilityTimeout: Duration.seconds(consumerTimeout.toSeconds() * TIMEOUTS_INVISIBLE),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES },
    });
  }
}

/** The properties of a dead-letter queue. */
export const deadLetterProps = (stage: Stage): QueueProps => ({
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: LONGEST_RETENTION,
  removalPolicy: removalPolicy(stage),
});
