import { randomUUID } from "node:crypto";
import { isAwsError } from "#lib/platform/aws-error.ts";
import { tableClient, tableName } from "#lib/table/client.ts";
import { INDEXES } from "#lib/table/indexes.ts";
import { type Found, ill } from "./check.ts";

type Probes = Record<string, () => Promise<unknown>>;
interface Key {
  pk: string;
  sk: string;
}

/** The commands that need an additional permission, by the permission. */
const NEEDED_BY: Record<string, string> = {
  Scan: "privacy, backup export, backfill run",
  BatchWriteItem: "backup restore",
};

/** Checks, without changing anything, whether the operator's credentials allow what the commands do with the table. */
export async function checkPermissions(): Promise<Found[]> {
  const key = { pk: `DOCTOR#${randomUUID()}`, sk: "#" };
  const [missing, lacking] = await Promise.all([refusedOf(probes(key)), refusedOf(probesOfSome(key))]);
  return [
    ...(missing.length === 0
      ? [{ found: "these credentials can read and write the table and its indexes" }]
      : missing.map((action) =>
          ill(
            `these credentials do not allow dynamodb:${action}`,
            `Use other credentials (--profile), or allow the action on ${tableName()} and its indexes.`,
            "operators-machine",
          ),
        )),
    ...lacking.map((action) => ({
      found: `not allowed, and only needed for ${NEEDED_BY[action]}: dynamodb:${action}`,
    })),
  ];
}

async function refusedOf(tried: Probes): Promise<string[]> {
  const refused = Object.entries(tried).map(async ([action, probe]) =>
    (await isRefused(probe)) ? [action] : [],
  );
  return (await Promise.all(refused)).flat();
}

/** A call without effect for each action that every operator needs: its condition fails, or the item does not exist. */
function probes(Key: Key): Probes {
  const TableName = tableName();
  const client = tableClient();
  const ifThere = { TableName, ConditionExpression: "attribute_exists(pk)" };
  const isAbsent = { TableName, Key, ConditionExpression: "attribute_not_exists(pk)" };
  const query = (name: string, IndexName?: string): Promise<unknown> =>
    client.send("Query", {
      TableName,
      IndexName,
      KeyConditionExpression: `${name} = :pk`,
      ExpressionAttributeValues: { ":pk": Key.pk },
    });
  return {
    GetItem: () => client.send("GetItem", { TableName, Key }),
    BatchGetItem: () => client.send("BatchGetItem", { RequestItems: { [TableName]: { Keys: [Key] } } }),
    Query: () => query("pk"),
    ...Object.fromEntries(
      INDEXES.map((index) => [`Query on ${index}`, () => query(`${index}pk`, index)] as const),
    ),
    PutItem: () => client.send("PutItem", { ...ifThere, Item: Key }),
    UpdateItem: () => client.send("UpdateItem", { ...ifThere, Key }),
    DeleteItem: () => client.send("DeleteItem", { ...ifThere, Key }),
    ConditionCheckItem: () =>
      client.send("TransactWriteItems", { TransactItems: [{ ConditionCheck: isAbsent }] }),
  };
}

/** The same for actions that only some commands need. */
function probesOfSome(Key: Key): Probes {
  const TableName = tableName();
  const client = tableClient();
  return {
    Scan: () => client.send("Scan", { TableName, Limit: 1 }),
    BatchWriteItem: () =>
      client.send("BatchWriteItem", { RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }),
  };
}

async function isRefused(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return false;
  } catch (error) {
    if (isAwsError(error, "ConditionalCheckFailedException")) return false;
    if (error instanceof Error && /AccessDenied/.test(error.name)) return true;
    throw error;
  }
}
