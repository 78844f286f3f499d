import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { type Entity, type KeyOf, primaryKey } from "#lib/storage/table/entity.ts";
import { FORMAT_NUMBER, fromStored, toStored } from "#lib/storage/table/item-format.ts";

/** Stores an item without some of its values, as an earlier version without these fields did. */
export async function storeWithout<E extends Entity>(
  entity: E,
  key: KeyOf<E>,
  names: readonly string[],
): Promise<void> {
  const TableName = tableName();
  const request = { TableName, Key: primaryKey(entity, key), ConsistentRead: true };
  const { Item = {} } = await tableClient().send(new GetCommand(request));
  const missing = [...names, FORMAT_NUMBER];
  const values = Object.entries(fromStored(entity, Item)).filter(([name]) => !missing.includes(name));
  const stored = toStored(entity, Object.fromEntries(values));
  await tableClient().send(new PutCommand({ TableName, Item: stored }));
}
