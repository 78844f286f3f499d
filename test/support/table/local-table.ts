import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AwsEndpoint,
  type Clock,
  type FaultRates,
  OPERATOR,
  type QueueDefinition,
  REGION,
  startAws,
  type TableDefinition,
} from "@almanac/local-cloud";
import { connectDirectly } from "@almanac/local-cloud/testing/direct-table.ts";
import { afterAll, beforeAll } from "vitest";
import { INDEXES, KEYS_ONLY_INDEX } from "#lib/storage/table/indexes.ts";
import { importItems } from "#test/support/command-line/import-items.ts";
import { useCheapPasswordHashes } from "#test/support/secrets/cheap-password-hashes.ts";
import { type EngineLease, leaseSharedEngine } from "./shared-engine.ts";

const TABLE = "test-table";
const KEY_NAMES = new Map([[TABLE, ["pk", "sk"]]]);
/** Every queue with its dead-letter queue. */
const QUEUES = [
  ["events", "event-dead-letters"],
  ["deliveries.fifo", "delivery-dead-letters.fifo"],
  ["timers", "timer-dead-letters"],
  ["calendar-writes.fifo", "calendar-write-dead-letters.fifo"],
  ["calendars.fifo", "calendar-dead-letters.fifo"],
  ["mails.fifo", "mail-dead-letters.fifo"],
  ["payments", "payment-dead-letters"],
] as const;
const STREAM_DEAD_LETTERS = "stream-dead-letters";
const KEY = "secrets";
const CURSORS_KEY = "cursors";

/** The table without its stream, which no test reads and which slows down the engine. */
export function tableDefinition(): TableDefinition {
  const names = ["pk", "sk", ...INDEXES.flatMap((index) => [`${index}pk`, `${index}sk`])];
  const keySchema = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: "HASH" },
    { AttributeName: sk, KeyType: "RANGE" },
  ];
  return {
    TableName: TABLE,
    KeySchema: keySchema("pk", "sk"),
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    GlobalSecondaryIndexes: INDEXES.map((IndexName) => ({
      IndexName,
      KeySchema: keySchema(`${IndexName}pk`, `${IndexName}sk`),
      Projection: { ProjectionType: IndexName === KEYS_ONLY_INDEX ? "KEYS_ONLY" : "ALL" },
    })),
  };
}

const queueDefinitions = (): QueueDefinition[] => [
  { QueueName: STREAM_DEAD_LETTERS },
  ...QUEUES.flatMap(([QueueName, deadLetters]) => [
    { QueueName: deadLetters, FifoQueue: deadLetters.endsWith(".fifo") },
    {
      QueueName,
      FifoQueue: QueueName.endsWith(".fifo"),
      RedrivePolicy: {
        deadLetterTargetArn: `arn:aws:sqs:${REGION}:000000000000:${deadLetters}`,
        maxReceiveCount: 5,
      },
    },
  ]),
];

/**
 * Runs an empty table on a real engine, the queues and the keys for the tests of one file, and sets the
 * environment of `lib` to them. Returns a function that returns the endpoint. The queues use `clock`; `items` (see
 * `seededItems`) are in the table from the start.
 */
export function useLocalTable({
  clock,
  items,
  faults,
}: {
  clock?: Clock;
  faults?: FaultRates;
  items?: () => Iterable<string>;
} = {}): () => AwsEndpoint {
  const directory = mkdtempSync(join(tmpdir(), "almanac-test-"));
  let aws: AwsEndpoint | undefined;
  let engine: EngineLease | undefined;
  let useRealHashes = (): void => {};
  let disconnect = (): void => {};
  const running = (): AwsEndpoint => {
    if (!aws) throw new Error("The local table is not running yet.");
    return aws;
  };
  beforeAll(async () => {
    useRealHashes = useCheapPasswordHashes();
    process.env["TABLE_NAME"] = TABLE;
    if (items) await importItems(directory, tableDefinition(), items());
    else engine = await leaseSharedEngine(TABLE);
    aws = await startAws({
      directory,
      callers: new Map(),
      tables: [tableDefinition()],
      queues: queueDefinitions(),
      keys: [{ KeyId: KEY }, { KeyId: CURSORS_KEY }],
      ...(clock && { clock }),
      ...(faults && { faults }),
      ...(engine && { dynamodbEndpoint: engine.endpoint }),
    });
    Object.assign(process.env, environment(aws.url));
    // Only the endpoint injects faults.
    if (!faults) disconnect = connectDirectly(aws, KEY_NAMES);
  });
  afterAll(async () => {
    useRealHashes();
    disconnect();
    await running().close();
    engine?.release();
    rmSync(directory, { recursive: true, force: true });
  });
  return running;
}

const environment = (url: string): Record<string, string> => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: OPERATOR,
  AWS_SECRET_ACCESS_KEY: "local",
  TABLE_NAME: TABLE,
  EVENTS_QUEUE_URL: `${url}/000000000000/events`,
  DELIVERIES_QUEUE_URL: `${url}/000000000000/deliveries.fifo`,
  TIMERS_QUEUE_URL: `${url}/000000000000/timers`,
  CALENDAR_WRITES_QUEUE_URL: `${url}/000000000000/calendar-writes.fifo`,
  CALENDARS_QUEUE_URL: `${url}/000000000000/calendars.fifo`,
  PAYMENTS_QUEUE_URL: `${url}/000000000000/payments`,
  PAYMENT_DEAD_LETTERS_URL: `${url}/000000000000/payment-dead-letters`,
  SECRETS_KEY_ID: `arn:aws:kms:${REGION}:000000000000:key/${KEY}`,
  CURSORS_KEY_ID: `arn:aws:kms:${REGION}:000000000000:key/${CURSORS_KEY}`,
  RATE_LIMIT_PER_MINUTE: "600",
});
