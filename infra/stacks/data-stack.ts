import { Duration, NestedStack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import { createKey } from "#infra/constructs/keys.ts";
import { MailFeedback } from "#infra/constructs/mail-feedback.ts";
import { createTable, tableOfStream } from "#infra/constructs/table.ts";
import { TableBackups } from "#infra/constructs/table-backups.ts";
import { deadLetterProps, WorkQueue } from "#infra/constructs/work-queue.ts";
import { variablesOf } from "#infra/read-settings.ts";
import type { Settings } from "#infra/settings.ts";
import { removalPolicy, type Stage } from "#infra/stage.ts";
import type { ConsumerSpec, QueueSource } from "#lib/entry/http/spec.ts";

interface DataStackProps {
  stage: Stage;
  /** The functions that read the queues; their timeouts determine the visibility timeouts. */
  consumers: readonly ConsumerSpec[];
  settings: Settings;
}

/**
 * The resources with data: the table, the queues, and the keys that encrypt secrets and sign cursors. Construct ids in this stack are
 * part of logical ids: a changed id replaces the resource and deletes its data.
 */
export class DataStack extends NestedStack {
  readonly table: ITable;
  readonly events: WorkQueue;
  /** A FIFO queue: one message of a group is processed at a time (ADR 0024). */
  readonly deliveries: WorkQueue;
  /** Work that is due within minutes: each message has its own delay. */
  readonly timers: WorkQueue;
  /** Bookings to be written to calendars. A FIFO queue: one of a host is written at a time. */
  readonly calendarWrites: WorkQueue;
  /** Calendars to check: a FIFO queue, so that those of one user are checked one after the other. */
  readonly calendars: WorkQueue;
  /** Mails to send; undefined without a sender. A FIFO queue: one of a host is sent at a time. */
  readonly mails: WorkQueue | undefined;
  /** What Amazon SES reports about mails; undefined unless it sends them. */
  readonly mailFeedback: WorkQueue | undefined;
  /** Payments from payment systems; the only queue that programs outside the service write to. */
  readonly payments: WorkQueue;
  /** Pointers to records of the table's stream that failed after all retries. */
  readonly streamDeadLetters: Queue;
  readonly secrets: { keyArn: string };
  readonly cursors: { keyArn: string };
  /** The region of the table's replica, if there is one. */
  readonly standbyRegion: string | undefined;
  /** The vault with the daily copies of the table, if there are any. */
  readonly vaultName: string | undefined;

  constructor(scope: Construct, id: string, { stage, consumers, settings }: DataStackProps) {
    super(scope, id, { description: `Almanac data (${stage.name})`, removalPolicy: removalPolicy(stage) });
    const { restoredStreamArn, replicaStreamArn, standbyRegion } = settings;
    const ownTable =
      replicaStreamArn === undefined
        ? createTable(this, stage, standbyRegion)
        : tableOfStream(this, "Replica", replicaStreamArn);
    this.table =
      restoredStreamArn === undefined ? ownTable : tableOfStream(this, "RestoredTable", restoredStreamArn);
    this.standbyRegion = standbyRegion;
    this.vaultName =
      stage.backupPeriod &&
      new TableBackups(this, "Backups", { table: this.table, retention: stage.backupPeriod, stage })
        .vaultName;
    const workQueue = (queueId: string, name: QueueSource["queue"], isFifo = false) =>
      new WorkQueue(this, queueId, { stage, consumerTimeout: longestTimeout(consumers, name), isFifo });
    this.events = workQueue("Events", "events");
    this.deliveries = workQueue("Deliveries", "deliveries", true);
    this.timers = workQueue("Timers", "timers");
    this.calendarWrites = workQueue("CalendarWrites", "calendarWrites", true);
    this.calendars = workQueue("Calendars", "calendars", true);
    this.payments = workQueue("Payments", "payments");
    const { MAIL_FROM, MAIL_CONFIGURATION_SET: configurationSet } = variablesOf(settings);
    this.mails = MAIL_FROM === undefined ? undefined : workQueue("Mails", "mails", true);
    if (configurationSet !== undefined) {
      this.mailFeedback = workQueue("MailFeedback", "mailFeedback");
      new MailFeedback(this, "MailReports", { queue: this.mailFeedback.queue, configurationSet });
    }
    this.streamDeadLetters = new Queue(this, "StreamDeadLetters", deadLetterProps(stage));
    acknowledge(this.streamDeadLetters, {
      "AwsSolutions-SQS3": "It is itself a dead-letter queue, of a stream.",
    });
    const isReplicated = standbyRegion !== undefined;
    const { homeSecretsKeyArn, homeCursorsKeyArn } = settings;
    this.secrets = createKey(this, "Secrets", { stage, isReplicated, homeKeyArn: homeSecretsKeyArn });
    this.cursors = createKey(this, "Cursors", { stage, isReplicated, homeKeyArn: homeCursorsKeyArn });
  }
}

function longestTimeout(consumers: readonly ConsumerSpec[], queue: QueueSource["queue"]): Duration {
  const timeouts = consumers
    .filter(({ source }) => "queue" in source && source.queue === queue)
    .map((consumer) => consumer.timeoutSeconds);
  return Duration.seconds(Math.max(5, ...timeouts));
}
