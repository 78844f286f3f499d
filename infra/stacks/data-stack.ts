import { Duration, NestedStack } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from "aws-cdk-lib/aws-dynamodb";
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key, KeySpec, KeyUsage } from "aws-cdk-lib/aws-kms";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import { TableBackups } from "#infra/constructs/table-backups.ts";
import { deadLetterProps, WorkQueue } from "#infra/constructs/work-queue.ts";
import { removalPolicy, type Stage } from "#infra/stage.ts";
import type { ConsumerSpec, QueueSource } from "#lib/http/spec.ts";
import { INDEXES, KEYS_ONLY_INDEX, TTL_ATTRIBUTE } from "#lib/table/indexes.ts";

interface DataStackProps {
  stage: Stage;
  /** The functions that read the queues; their timeouts set how long a message stays invisible. */
  consumers: readonly ConsumerSpec[];
  /** The stream of a table that was restored, to be used instead of the stack's own. */
  restoredStreamArn?: string | undefined;
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
  readonly secrets: Key;
  readonly cursors: Key;

  constructor(scope: Construct, id: string, { stage, consumers, restoredStreamArn }: DataStackProps) {
    super(scope, id, { description: `Almanac data (${stage.name})`, removalPolicy: removalPolicy(stage) });
    const own = makeTable(this, stage);
    this.table = restoredStreamArn === undefined ? own : restoredTable(this, restoredStreamArn);
    if (stage.backupPeriod)
      new TableBackups(this, "Backups", { table: this.table, keptFor: stage.backupPeriod });
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
    this.secrets = new Key(this, "Secrets", {
      description: "Seals the secrets of webhooks",
      enableKeyRotation: true,
      policy: keyPolicy(["kms:Decrypt", "kms:Encrypt"]),
      removalPolicy: removalPolicy(stage),
    });
    this.cursors = new Key(this, "Cursors", {
      description: "Signs the cursors of lists",
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      policy: keyPolicy(["kms:GenerateMac"]),
      removalPolicy: removalPolicy(stage),
    });
  }
}

function makeTable(scope: Construct, stage: Stage): Table {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(scope, "Table", {
    partitionKey: text("pk"),
    sortKey: text("sk"),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: TTL_ATTRIBUTE,
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: stage.recoveryPeriod.toDays(),
    },
    deletionProtection: stage.keepsData,
    removalPolicy: removalPolicy(stage),
  });
  for (const indexName of INDEXES) {
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: text(`${indexName}pk`),
      sortKey: text(`${indexName}sk`),
      projectionType: indexName === KEYS_ONLY_INDEX ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
    });
  }
  return table;
}

/** A table that a backup was restored to, by its stream: it has the same keys and indexes. */
const restoredTable = (scope: Construct, tableStreamArn: string): ITable =>
  Table.fromTableAttributes(scope, "RestoredTable", {
    tableArn: tableStreamArn.replace(/\/stream\/.*$/, ""),
    tableStreamArn,
    globalIndexes: [...INDEXES],
  });

function longestTimeout(consumers: readonly ConsumerSpec[], queue: QueueSource["queue"]): Duration {
  const timeouts = consumers
    .filter(({ source }) => "queue" in source && source.queue === queue)
    .map((consumer) => consumer.timeoutSeconds);
  return Duration.seconds(Math.max(5, ...timeouts));
}

/**
 * Lets the account's own policies decide about a key, action by action: roles get its uses from their policies,
 * administrators the rest from theirs. In a key policy the resource `*` is the key itself.
 */
function keyPolicy(uses: readonly string[]): PolicyDocument {
  const statement = new PolicyStatement({
    principals: [new AccountRootPrincipal()],
    resources: ["*"],
    actions: [
      ...uses,
      "kms:CancelKeyDeletion",
      "kms:DescribeKey",
      "kms:DisableKey",
      "kms:DisableKeyRotation",
      "kms:EnableKey",
      "kms:EnableKeyRotation",
      "kms:GetKeyPolicy",
      "kms:GetKeyRotationStatus",
      "kms:ListKeyPolicies",
      "kms:ListKeyRotations",
      "kms:ListResourceTags",
      "kms:PutKeyPolicy",
      "kms:RotateKeyOnDemand",
      "kms:ScheduleKeyDeletion",
      "kms:TagResource",
      "kms:UntagResource",
      "kms:UpdateKeyDescription",
    ],
  });
  return new PolicyDocument({ statements: [statement] });
}
