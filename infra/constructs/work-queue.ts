import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { removalPolicy, type Stage } from "#infra/stage.ts";

interface WorkQueueProps {
  stage: Stage;
  /** Timeout of the slowest function that reads the queue. */
  consumerTimeout: Duration;
}

const RECEIVES = 5;
/** A message is invisible for six timeouts of its consumer, as Lambda asks for, so a slow batch is not seen twice. */
const TIMEOUTS_INVISIBLE = 6;
const LONGEST_RETENTION = Duration.days(14);

/** A standard queue whose messages go to its dead-letter queue after five receives. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { stage, consumerTimeout }: WorkQueueProps) {
    super(scope, id);
    this.deadLetters = new Queue(this, "DeadLetters", deadLetterProps(stage));
    this.queue = new Queue(this, "Queue", {
      ...deadLetterProps(stage),
      visibilityTimeout: Duration.seconds(consumerTimeout.toSeconds() * TIMEOUTS_INVISIBLE),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES },
    });
  }
}

/** Properties of a queue that only keeps what failed. */
export const deadLetterProps = (stage: Stage): QueueProps => ({
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: LONGEST_RETENTION,
  removalPolicy: removalPolicy(stage),
});
