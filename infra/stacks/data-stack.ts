import { Duration, NestedStack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import { makeKey } from "#infra/constructs/keys.ts";
import { makeTable, tableOfStream } from "#infra/constructs/table.ts";
import { TableBackups } from "#infra/constructs/table-backups.ts";
import { deadLetterProps, WorkQueue } from "#infra/constructs/work-queue.ts";
import type { Settings } from "#infra/settings.ts";
import { removalPolicy, type Stage } from "#infra/stage.ts";
import type { ConsumerSpec, QueueSource } from "#lib/http/spec.ts";

interface DataStackProps {
  stage: Stage;
  /** The functions that read the queues; their timeouts set how long a message stays invisible. */
  consumers: readonly ConsumerSpec[];
  settings: Settings;
}

/**
 * All that outlives a release: the table, the queues, and the keys that seal webhook secrets and sign cursors. Ids of constructs in here
 * are part of the logical ids of what holds data: never change them.
 */
export class DataStack extends NestedStack {
  readonly table: ITable;
  readonly events: WorkQueue;
  /** A FIFO queue: of one group, one message is worked on at a time (ADR 0024). */
  readonly deliveries: WorkQueue;
  /** What is to happen within minutes: each message has its own delay. */
  readonly timers: WorkQueue;
  /** What payment gateways tell of payments; the only queue that others than the service write to. */
  readonly payments: WorkQueue;
  /** Records of the table's stream that no retry could save. */
  readonly streamDeadLetters: Queue;
  readonly secrets: { keyArn: string };
  readonly cursors: { keyArn: string };
  /** The region the table is copied to, if there is one. */
  readonly standbyRegion: string | undefined;

  constructor(scope: Construct, id: string, { stage, consumers, settings }: DataStackProps) {
    super(scope, id, { description: `Almanac data (${stage.name})`, removalPolicy: removalPolicy(stage) });
    const { restoredStreamArn, replicaStreamArn, standbyRegion } = settings;
    const present =
      replicaStreamArn === undefined
        ? makeTable(this, stage, standbyRegion)
        : tableOfStream(this, "Replica", replicaStreamArn);
    this.table =
      restoredStreamArn === undefined ? present : tableOfStream(this, "RestoredTable", restoredStreamArn);
    this.standbyRegion = standbyRegion;
    if (stage.backupPeriod)
      new TableBackups(this, "Backups", { table: this.table, keptFor: stage.backupPeriod, stage });
    this.events = new WorkQueue(this, "Events", {
      stage,
      consumerTimeout: longestTimeout(consumers, "events"),
    });
    this.deliveries = new WorkQueue(this, "Deliveries", {
      stage,
      consumerTimeout: longestTimeout(consumers, "deliveries"),
      isFifo: true,
    });
    this.timers = new WorkQueue(this, "Timers", {
      stage,
      consumerTimeout: longestTimeout(consumers, "timers"),
    });
    this.payments = new WorkQueue(this, "Payments", {
      stage,
      consumerTimeout: longestTimeout(consumers, "payments"),
    });
    this.streamDeadLetters = new Queue(this, "StreamDeadLetters", deadLetterProps(stage));
    acknowledge(this.streamDeadLetters, {
      "AwsSolutions-SQS3": "It is itself a dead-letter queue, of a stream.",
    });
    const isReplicated = standbyRegion !== undefined;
    const { homeSecretsKeyArn, homeCursorsKeyArn } = settings;
    this.secrets = makeKey(this, "Secrets", { stage, isReplicated, homeKeyArn: homeSecretsKeyArn });
    this.cursors = makeKey(this, "Cursors", { stage, isReplicated, homeKeyArn: homeCursorsKeyArn });
  }
}

function longestTimeout(consumers: readonly ConsumerSpec[], queue: QueueSource["queue"]): Duration {
  const timeouts = consumers
    .filter(({ source }) => "queue" in source && source.queue === queue)
    .map((consumer) => consumer.timeoutSeconds);
  return Duration.seconds(Math.max(5, ...timeouts));
}
