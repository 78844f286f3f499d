import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { KEYS_ONLY_INDEX } from "#lib/storage/table/indexes.ts";

/** An entry of the index of keys: its partition, its position there, and the keys of the item. */
export interface IndexEntry {
  partition: string;
  position: string;
  item: Record<string, unknown>;
}

/** Lists the entries of the index of keys in all partitions with a prefix, the first ones first, with one scan instead of a query of each. */
export async function listIndexEntries(prefix: "DUE#" | "UNPUBLISHED#"): Promise<IndexEntry[]> {
  const [pk, sk] = [`${KEYS_ONLY_INDEX}pk`, `${KEYS_ONLY_INDEX}sk`];
  const entries: IndexEntry[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await tableClient().send(
      new ScanCommand({
        TableName: tableName(),
        IndexName: KEYS_ONLY_INDEX,
        FilterExpression: "begins_with(#pk, :prefix)",
        ExpressionAttributeNames: { "#pk": pk },
        ExpressionAttributeValues: { ":prefix": prefix },
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? [])
      entries.push({ partition: String(item[pk]), position: String(item[sk]), item });
    start = page.LastEvaluatedKey;
  } while (start);
  return entries.toSorted((one, other) => (one.position < other.position ? -1 : 1));
}
