import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "#lib/table/client.ts";

type Item = Record<string, unknown>;

/** Every item there is, as it lies in the table. */
export async function scanTable(): Promise<Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const command = new ScanCommand({ TableName: tableName(), ExclusiveStartKey: start });
    const page = await documentClient().send(command);
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}
