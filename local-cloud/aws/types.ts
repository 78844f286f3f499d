/** Region and account of every local ARN: `arn:aws:sqs:us-east-1:000000000000:<queue>`. */
export const REGION = "us-east-1";
export const ACCOUNT = "000000000000";

/** Access key id with all permissions: for the operator's command line and for test data. */
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

/** The clock of the queues, which tests replace. */
export interface Clock {
  now(): number;
  /** Calls `run` once, without keeping the process alive. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The machine's clock. */
export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** One message attribute, as in the protocol; `BinaryValue` is base64. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

/** A message to send. `delaySeconds` is 0 to 900. Standard queues accept `groupId`, too (fair queues). */
export interface OutgoingMessage {
  body: string;
  delaySeconds?: number;
  groupId?: string;
  deduplicationId?: string;
  messageAttributes?: Record<string, MessageAttribute>;
  /** SQS supports only the name `AWSTraceHeader`. */
  systemAttributes?: Record<string, MessageAttribute>;
  /** The trace header of the request, which SQS adds to the message unless `systemAttributes` contain another one. */
  traceHeader?: string | undefined;
  senderId?: string;
}

/** The response to a send; `sequenceNumber` is set on FIFO queues only. */
export interface SentMessage {
  messageId: string;
  md5OfBody: string;
  md5OfMessageAttributes?: string;
  md5OfSystemAttributes?: string;
  sequenceNumber?: string;
}

/**
 * A received message, with the names of a Lambda SQS record. `attributes` contains all system attributes
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

/** Options of a receive: at most 10 messages, waiting at most 20 s. An aborted wait returns an empty list. */
export interface ReceiveOptions {
  maxMessages: number;
  waitSeconds?: number;
  visibilitySeconds?: number;
  signal?: AbortSignal;
}

/**
 * The queues, for use in the same process: by name, without HTTP and role check. Methods throw the `AwsError` of SQS.
 * When a method returns, its changes are on disk.
 */
export interface QueueEngine {
  send(queue: string, message: OutgoingMessage): SentMessage;
  receive(queue: string, options: ReceiveOptions): Promise<ReceivedMessage[]>;
  delete(queue: string, receiptHandle: string): void;
  changeVisibility(queue: string, receiptHandle: string, seconds: number): void;
  /** Makes messages in flight visible immediately. For a queue's only consumer, when it restarts. */
  returnInFlight(queue: string): void;
  counts(queue: string): { visible: number; inFlight: number; delayed: number };
}

/** Caller → `service:Action` (followed by ` index` for an index) → how often it was allowed and denied. */
export type Usage = Map<string, Map<string, { allowed: number; denied: number }>>;

/** Faults that DynamoDB has under load and the engine never has; rates are from 0 to 1. */
export interface FaultRates {
  seed: number;
  /** Rate of calls that fail with a ThrottlingException. */
  throttled?: number;
  /** Rate of keys that a BatchGetItem, and of writes that a BatchWriteItem leaves unprocessed. */
  unprocessed?: number;
  /** Time after which indexes contain a new item. */
  indexLagMilliseconds?: number;
}

/** Options of the local AWS. */
export interface AwsOptions {
  /** Contains the table, the queues, the keys, and the port of the last start. */
  directory: string;
  /** Port of the endpoint; by default (or 0) that of the last start if it is free, or else any free one. */
  port?: number;
  /** Access key id → the statements of its role. */
  callers: ReadonlyMap<string, readonly Statement[]>;
  tables: readonly TableDefinition[];
  queues: readonly QueueDefinition[];
  keys: readonly KeyDefinition[];
  /** ARN of a secret → its value. */
  secrets?: ReadonlyMap<string, string>;
  /** Seed of the injected TransactionConflicts; default 1. */
  conflictSeed?: number;
  /** Faults of the table, for tests. */
  faults?: FaultRates;
  /** DynamoDB endpoint to use instead of the engine. */
  dynamodbEndpoint?: string;
  clock?: Clock;
}

/** The running local AWS. */
export interface AwsEndpoint {
  /** `http://127.0.0.1:<port>`: AWS_ENDPOINT_URL of every function. */
  url: string;
  /** The DynamoDB engine itself, without role check and conflicts: for stream pollers and the TTL sweeper. */
  tableEndpoint: string;
  queues: QueueEngine;
  /** Calls the listener after each successful transaction. */
  onTransaction(listener: () => void): void;
  usage(): Usage;
  /** Throws AwsError if the caller's role does not allow this DynamoDB call, and counts it. For calls that reach the engine without the endpoint. */
  authorizeTableCall(caller: string, operation: string, request: Record<string, unknown>): void;
  /** Stops the endpoint and the engine. */
  close(): Promise<void>;
}
