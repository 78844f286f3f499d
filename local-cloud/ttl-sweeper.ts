import { callEngine, isAwsError, objectsIn } from "./aws/engine-call.ts";
import type { TableDefinition } from "./aws/types.ts";
import type { Poller } from "./events/queue-poller.ts";

const INTERVAL_MILLISECONDS = 60_000;
/** A sweep reads the whole table. It may take at most a hundredth of the time, so large tables are swept less often. */
const PAUSE_PER_SWEEP = 100;

/** Deletes expired items about every minute, as DynamoDB does and the engine does not. */
export function startTtlSweeper(endpoint: string, tables: readonly TableDefinition[]): Poller {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let isStopped = false;
  const sweep = async (): Promise<void> => {
    const started = performance.now();
    for (const table of tables) await deleteExpiredItems(endpoint, table);
    planSweep(Math.max(INTERVAL_MILLISECONDS, (performance.now() - started) * PAUSE_PER_SWEEP));
  };
  const planSweep = (milliseconds: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      // If the engine does not respond, the next sweep tries again.
      running = sweep().catch((error: unknown) => {
        console.error(error);
        planSweep(INTERVAL_MILLISECONDS);
      });
    }, milliseconds);
  };
  planSweep(INTERVAL_MILLISECONDS);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Deletes the items of a table whose TTL attribute is before `nowSeconds`, unless they were renewed since they were read.
 * Reads the whole table. Returns the number of deleted items.
 */
export async function deleteExpiredItems(
  endpoint: string,
  table: TableDefinition,
  nowSeconds = Math.floor(Date.now() / 1000),
): Promise<number> {
  const ttl = table.TimeToLiveSpecification;
  if (!ttl?.Enabled || ttl.AttributeName === undefined) return 0;
  const keyNames = table.KeySchema.map((key) => key.AttributeName);
  const expired = {
    TableName: table.TableName,
    ExpressionAttributeNames: { "#ttl": ttl.AttributeName },
    ExpressionAttributeValues: { ":now": { N: String(nowSeconds) } },
  };
  let deleted = 0;
  let startKey: unknown;
  do {
    const page = await callEngine(endpoint, "DynamoDB_20120810.Scan", {
      ...expired,
      FilterExpression: "#ttl < :now",
      ExclusiveStartKey: startKey,
    });
    for (const item of objectsIn(page["Items"])) {
      const key = Object.fromEntries(keyNames.map((name) => [name, item[name]]));
      if (await deleteIfExpired(endpoint, { ...expired, Key: key })) deleted += 1;
    }
    startKey = page["LastEvaluatedKey"];
  } while (startKey !== undefined);
  return deleted;
}

async function deleteIfExpired(endpoint: string, request: object): Promise<boolean> {
  try {
    await callEngine(endpoint, "DynamoDB_20120810.DeleteItem", {
      ...request,
      ConditionExpression: "#ttl < :now",
    });
    return true;
  } catch (error) {
    if (isAwsError(error, "ConditionalCheckFailedException")) return false;
    throw error;
  }
}
