/** Region and account every local ARN carries: `arn:aws:sqs:us-east-1:000000000000:<queue>`. */
export const REGION = "us-east-1";
export const ACCOUNT = "000000000000";

/** Access key id that may do everything: the operator's command line, the pollers' own calls, test seeds. */
export const OPERATOR = "operator";

/** One IAM statement. `conditions` is operator → condition key → values, as in a policy document. */
export interface Statement {
  effect: "Allow" | "Deny";
  actions: readonly string[];
  resources: readonly string[];
  conditions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Resolved properties of an `AWS::DynamoDB::GlobalTable`. */
export interface TableDefinition {
  TableName: string;
  KeySchema: readonly { AttributeName: string; KeyType: string }[];
  AttributeDefinitions: readonly { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: readonly {
    IndexName: string;
    KeySchema: readonly { AttributeName: string; KeyType: string }[];
    Projection: { ProjectionType?: string; NonKeyAttributes?: readonly string[] };
  }[];
  StreamSpecification?: { StreamViewType: string };
  TimeToLiveSpecification?: { AttributeName?: string; Enabled: boolean };
}

/** Resolved properties of an `AWS::SQS::Queue`; the name of a FIFO queue ends in `.fifo`. */
export interface QueueDefinition {
  QueueName: string;
  VisibilityTimeout?: number;
  DelaySeconds?: number;
  MessageRetentionPeriod?: number;
  MaximumMessageSize?: number;
  ReceiveMessageWaitTimeSeconds?: number;
  FifoQueue?: boolean;
  ContentBasedDeduplication?: boolean;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
}

/** A symmetric key: the last part of its ARN. */
export interface KeyDefinition {
  KeyId: string;
}

/** Where the engine takes the time from. `after` runs once and never keeps the process alive; it returns its own cancel. */
export interface Clock {
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
}

/** One message attribute on the wire; `BinaryValue` is base64. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

/** A message to send. `delaySeconds` 0…900; `groupId` is accepted on standard queues too (fair queues). */
export interface OutgoingMessage {
  body: string;
  delaySeconds?: number;
  groupId?: string;
  deduplicationId?: string;
  messageAttributes?: Record<string, MessageAttribute>;
  /** `AWSTraceHeader` is the only name SQS knows. */
  systemAttributes?: Record<string, MessageAttribute>;
  senderId?: string;
}

/** What SQS answers to a send; `sequenceNumber` on FIFO queues only. */
export interface SentMessage {
  messageId: string;
  md5OfBody: string;
  md5OfMessageAttributes?: string;
  md5OfSystemAttributes?: string;
  sequenceNumber?: string;
}

/**
 * A received message, named as in a Lambda SQS record. `attributes` holds every system attribute as text
 * (`ApproximateReceiveCount`, `SentTimestamp`, `MessageGroupId`, `DeadLetterQueueSourceArn`, …).
 */
export interface ReceivedMessage {
  messageId: string;
  receiptHandle: string;
  body: string;
  md5OfBody: string;
  attributes: Record<string, string>;
  messageAttributes: Record<string, MessageAttribute>;
}

/** How to receive: at most 10 messages, waiting at most 20 s; an aborted wait answers an empty list and takes nothing. */
export interface ReceiveOptions {
  maxMessages: number;
  waitSeconds?: number;
  visibilitySeconds?: number;
  signal?: AbortSignal;
}

/**
 * The queues in process, for pollers: no HTTP, no role check. Queues are named, not addressed.
 * Every method throws an `AwsError` as SQS would answer it. What returned is on disk.
 */
export interface QueueEngine {
  send(queue: string, message: OutgoingMessage): SentMessage;
  receive(queue: string, options: ReceiveOptions): Promise<ReceivedMessage[]>;
  delete(queue: string, receiptHandle: string): void;
  changeVisibility(queue: string, receiptHandle: string, seconds: number): void;
  /** Makes visible at once what is in flight: for a queue's one consumer, when it starts again. */
  returnInFlight(queue: string): void;
  counts(queue: string): { visible: number; inFlight: number; delayed: number };
}

/** Caller → `service:Action` (` index` behind it on an index) → how often it was allowed and denied. */
export type Usage = Map<string, Map<string, { allowed: number; denied: number }>>;

/** What DynamoDB does under load and the engine never: each a share, from 0 to 1, of what it can happen to. */
export interface FaultShares {
  seed: number;
  /** Calls that fail with a ThrottlingException. */
  throttled?: number;
  /** Keys that a BatchGetItem leaves unprocessed. */
  unprocessed?: number;
  /** Milliseconds for which indexes lack an item that is new. */
  indexLagMilliseconds?: number;
}

export interface AwsOptions {
  /** LOCAL_DIR: holds the table, the queues, the keys, and the port kept from the last start. */
  directory: string;
  /** Port of the endpoint; without it (or 0) that of the last start when free, else any free one. */
  port?: number;
  /** Access key id → the statements of its role. */
  callers: ReadonlyMap<string, readonly Statement[]>;
  tables: readonly TableDefinition[];
  queues: readonly QueueDefinition[];
  keys: readonly KeyDefinition[];
  /** ARN of a secret → its text. */
  secrets?: ReadonlyMap<string, string>;
  /** Seed of the injected TransactionConflicts (`docs/architecture.md`); default 1. */
  conflictSeed?: number;
  /** Faults of the table that tests switch on. */
  faults?: FaultShares;
  /** Another DynamoDB endpoint instead of the engine (`DYNAMODB_ENDPOINT`). */
  dynamodbEndpoint?: string;
  clock?: Clock;
}

/** The running local AWS. */
export interface AwsEndpoint {
  /** `http://127.0.0.1:<port>`: AWS_ENDPOINT_URL of every function. */
  url: string;
  /** The DynamoDB engine itself, without role check and conflicts: for stream pollers and the TTL sweep. */
  tableEndpoint: string;
  queues: QueueEngine;
  /** Has the listener called after each transaction that wrote to a table. */
  onTransaction(listener: () => void): void;
  usage(): Usage;
  /** Ends the endpoint and the engine; everything acknowledged is on disk already. */
  close(): Promise<void>;
}
