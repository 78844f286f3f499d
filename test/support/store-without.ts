import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "#lib/table/client.ts";
import { type Entity, type KeyOf, primaryKey } from "#lib/table/entity.ts";
import { fromStored, toStored } from "#lib/table/form.ts";

/** Stores an item without some of its values, as an earlier version did that did not have them. */
export async function storeWithout<E extends Entity>(
  entity: E,
  key: KeyOf<E>,
  names: readonly string[],
): Promise<void> {
  const TableName = tableName();
  const command = new GetCommand({ TableName, Key: primaryKey(entity, key), ConsistentRead: true });
  const { Item = {} } = await documentClient().send(command);
  const values = Object.entries(fromStored(entity, Item)).filter(([name]) => !names.includes(name));
  const stored = toStored(entity, Object.fromEntries(values));
  await documentClient().send(new PutCommand({ TableName, Item: stored }));
}
