import { callEngine, isAnswer, objectsIn } from "./engine-call.ts";
import type { TableDefinition } from "./types.ts";

/**
 * Deletes what DynamoDB's TTL would: every item whose TTL attribute lies before `nowSeconds`, unless it was
 * renewed meanwhile. Reads the whole table. Answers how many went.
 */
export async function sweepExpired(
  tableEndpoint: string,
  table: TableDefinition,
  nowSeconds = Math.floor(Date.now() / 1000),
): Promise<number> {
  const ttl = table.TimeToLiveSpecification;
  if (!ttl?.Enabled || ttl.AttributeName === undefined) return 0;
  const keys = table.KeySchema.map((key) => key.AttributeName);
  const expired = {
    TableName: table.TableName,
    ExpressionAttributeNames: { "#ttl": ttl.AttributeName },
    ExpressionAttributeValues: { ":now": { N: String(nowSeconds) } },
  };
  let deleted = 0;
  let from: unknown;
  do {
    const page = await callEngine(tableEndpoint, "DynamoDB_20120810.Scan", {
      ...expired,
      FilterExpression: "#ttl < :now",
      ExclusiveStartKey: from,
    });
    for (const item of objectsIn(page["Items"])) {
      const key = Object.fromEntries(keys.map((name) => [name, item[name]]));
      deleted += await deleteExpired(tableEndpoint, { ...expired, Key: key });
    }
    from = page["LastEvaluatedKey"];
  } while (from !== undefined);
  return deleted;
}

async function deleteExpired(tableEndpoint: string, request: object): Promise<0 | 1> {
  try {
    await callEngine(tableEndpoint, "DynamoDB_20120810.DeleteItem", {
      ...request,
      ConditionExpression: "#ttl < :now",
    });
    return 1;
  } catch (error) {
    if (isAnswer(error, "ConditionalCheckFailedException")) return 0;
    throw error;
  }
}
