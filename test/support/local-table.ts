import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startAws } from "#infra/local/aws/start-aws.ts";
import {
  type AwsEndpoint,
  type Clock,
  OPERATOR,
  REGION,
  type TableDefinition,
} from "#infra/local/aws/types.ts";
import { INDEXES, KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { importItems } from "#test/support/import-items.ts";

const TABLE = "test-table";
const QUEUES = ["events", "deliveries.fifo", "timers", "payments", "payment-dead-letters"];
const KEY = "secrets";
const CURSORS_KEY = "cursors";

/** The table without its stream, which nothing here reads and which slows the engine down as it fills. */
function definition(): TableDefinition {
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

/**
 * Runs a real engine with the single table, the queues and the key for the tests of one file, and points the
 * environment of `lib` at it. Returns how to reach the endpoint once the tests run. The queues go by `clock`; `items` (see
 * `seededItems`) are in the table from the start.
 */
export function useLocalTable({
  clock,
  items,
}: {
  clock?: Clock;
  items?: () => Iterable<string>;
} = {}): () => AwsEndpoint {
  const directory = mkdtempSync(join(tmpdir(), "almanac-test-"));
  let aws: AwsEndpoint | undefined;
  const running = (): AwsEndpoint => {
    if (!aws) throw new Error("the local table is not running yet");
    return aws;
  };
  beforeAll(async () => {
    process.env["TABLE_NAME"] = TABLE;
    if (items) await importItems(directory, definition(), items());
    const queues = QUEUES.map((QueueName) => ({ QueueName, FifoQueue: QueueName.endsWith(".fifo") }));
    aws = await startAws({
      directory,
      callers: new Map(),
      tables: [definition()],
      queues,
      keys: [{ KeyId: KEY }, { KeyId: CURSORS_KEY }],
      ...(clock && { clock }),
    });
    Object.assign(process.env, environment(aws.url));
  });
  afterAll(async () => {
    await running().close();
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
  PAYMENTS_QUEUE_URL: `${url}/000000000000/payments`,
  PAYMENT_DEAD_LETTERS_URL: `${url}/000000000000/payment-dead-letters`,
  SECRETS_KEY_ID: `arn:aws:kms:${REGION}:000000000000:key/${KEY}`,
  CURSORS_KEY_ID: `arn:aws:kms:${REGION}:000000000000:key/${CURSORS_KEY}`,
  RATE_LIMIT_PER_MINUTE: "600",
});
