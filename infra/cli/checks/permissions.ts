import { randomUUID } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "#lib/table/client.ts";
import { type Found, ill } from "./check.ts";

/** Tries, without any effect, whether the operator's credentials may do to the table what the commands do. */
export async function checkPermissions(): Promise<Found[]> {
  const Key = { pk: `DOCTOR#${randomUUID()}`, sk: "#" };
  const refused = await Promise.all(
    Object.entries(probes(Key)).map(async ([action, probe]) => ((await isRefused(probe)) ? [action] : [])),
  );
  const missing = refused.flat();
  if (missing.length === 0) return [{ found: "these credentials may read and write the table" }];
  return missing.map((action) =>
    ill(
      `dynamodb:${action} is refused to these credentials`,
      `Use others (--profile), or allow it to them on ${tableName()} and its indexes.`,
      "operators-machine",
    ),
  );
}

/** Of each action a call that changes nothing: of an item that is not there, which its condition asks for. */
function probes(Key: { pk: string; sk: string }): Record<string, () => Promise<unknown>> {
  const TableName = tableName();
  const client = documentClient();
  const ifThere = { TableName, ConditionExpression: "attribute_exists(pk)" };
  return {
    GetItem: () => client.send(new GetCommand({ TableName, Key })),
    BatchGetItem: () => client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key] } } })),
    Query: () =>
      client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: "pk = :pk",
          ExpressionAttributeValues: { ":pk": Key.pk },
        }),
      ),
    Scan: () => client.send(new ScanCommand({ TableName, Limit: 1 })),
    PutItem: () => client.send(new PutCommand({ ...ifThere, Item: Key })),
    UpdateItem: () => client.send(new UpdateCommand({ ...ifThere, Key })),
    DeleteItem: () => client.send(new DeleteCommand({ ...ifThere, Key })),
    BatchWriteItem: () =>
      client.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } })),
  };
}

async function isRefused(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return false;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    if (error instanceof Error && /AccessDenied/.test(error.name)) return true;
    throw error;
  }
}
