import { randomUUID } from "node:crypto";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { isAwsError } from "#lib/platform/aws-errors.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { INDEXES } from "#lib/storage/table/indexes.ts";
import { type Finding, problem } from "./check.ts";

type Probes = Record<string, () => Promise<unknown>>;
interface Key {
  pk: string;
  sk: string;
}

/** The commands that need an additional permission, by permission. */
const NEEDED_BY: Record<string, string> = {
  Scan: "privacy, backup export, backfill run, dead-letters redrive stream",
  BatchWriteItem: "backup restore",
};

/** Checks, without changing data, whether the operator's credentials have the permissions that the commands need for the table. */
export async function checkPermissions(): Promise<Finding[]> {
  const key = { pk: `DOCTOR#${randomUUID()}`, sk: "#" };
  const [missing, missingOptional] = await Promise.all([
    listDenied(requiredProbes(key)),
    listDenied(optionalProbes(key)),
  ]);
  return [
    ...(missing.length === 0
      ? [{ text: "these credentials can read and write the table and its indexes" }]
      : missing.map((action) =>
          problem(
            `these credentials do not allow dynamodb:${action}`,
            `Use other credentials (--profile), or allow the action on ${tableName()} and its indexes.`,
            "operators-machine",
          ),
        )),
    ...missingOptional.map((action) => ({
      text: `not allowed, and only needed for ${NEEDED_BY[action]}: dynamodb:${action}`,
    })),
  ];
}

async function listDenied(probes: Probes): Promise<string[]> {
  const denied = Object.entries(probes).map(async ([action, probe]) =>
    (await isDenied(probe)) ? [action] : [],
  );
  return (await Promise.all(denied)).flat();
}

/** One call without effect for each action that every operator needs: its condition fails, or the item does not exist. */
function requiredProbes(Key: Key): Probes {
  const TableName = tableName();
  const client = tableClient();
  const ifThere = { TableName, ConditionExpression: "attribute_exists(pk)" };
  const isAbsent = { TableName, Key, ConditionExpression: "attribute_not_exists(pk)" };
  const query = (name: string, IndexName?: string): Promise<unknown> =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: `${name} = :pk`,
        ExpressionAttributeValues: { ":pk": Key.pk },
      }),
    );
  return {
    GetItem: () => client.send(new GetCommand({ TableName, Key })),
    BatchGetItem: () => client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key] } } })),
    Query: () => query("pk"),
    ...Object.fromEntries(
      INDEXES.map((index) => [`Query on ${index}`, () => query(`${index}pk`, index)] as const),
    ),
    PutItem: () => client.send(new PutCommand({ ...ifThere, Item: Key })),
    UpdateItem: () => client.send(new UpdateCommand({ ...ifThere, Key })),
    DeleteItem: () => client.send(new DeleteCommand({ ...ifThere, Key })),
    ConditionCheckItem: () =>
      client.send(new TransactWriteCommand({ TransactItems: [{ ConditionCheck: isAbsent }] })),
  };
}

/** One call without effect for each action that only some commands need. */
function optionalProbes(Key: Key): Probes {
  const TableName = tableName();
  const client = tableClient();
  return {
    Scan: () => client.send(new ScanCommand({ TableName, Limit: 1 })),
    BatchWriteItem: () =>
      client.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } })),
  };
}

async function isDenied(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return false;
  } catch (error) {
    if (isAwsError(error, "ConditionalCheckFailedException")) return false;
    if (error instanceof Error && /AccessDenied/.test(error.name)) return true;
    throw error;
  }
}
