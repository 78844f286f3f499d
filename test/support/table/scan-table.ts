import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { tableClient, tableName } from "#lib/storage/table/client.ts";

type Item = Record<string, unknown>;

/** All items of the table, as they are stored. */
export async function scanTable(): Promise<Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await tableClient().send(
      new ScanCommand({ TableName: tableName(), ExclusiveStartKey: start }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}
