import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { documentClient, tableName } from "./client.ts";

/** An item as it lies in the table, keys and all. */
export type RawItem = Record<string, unknown>;

/**
 * Reads every item there is, page by page, of any entity. For the operator's command line alone, where nothing less will do: no function
 * may scan (ADR 0028).
 */
export async function* everyItem(): AsyncGenerator<RawItem[]> {
  let start: RawItem | undefined;
  do {
    const command = new ScanCommand({
      TableName: tableName(),
      ConsistentRead: true,
      ExclusiveStartKey: start,
    });
    const page = await countRoundTrip(() => documentClient().send(command));
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}
