import { BatchWriteCommand, type BatchWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { chunksOf } from "#lib/platform/chunks.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";
import type { Entity, Stored } from "./entity.ts";
import { itemOf } from "./operations.ts";

type Requests = BatchWriteCommandInput["RequestItems"];

/** DynamoDB's limit of one call. */
const MAX_ITEMS = 25;
/** Maximum milliseconds before unprocessed items are sent again, the first time and later. */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 1_000;

/**
 * Writes items of an entity without a condition, replacing items with the same key: one round trip for each 25 items, in parallel. Only for
 * items that are never changed, so that writing one again changes nothing. If it fails, some of the items may be written.
 */
export async function putItems<E extends Entity>(entity: E, values: readonly Stored<E>[]): Promise<void> {
  const items = values.map((value) => itemOf(entity, value));
  // DynamoDB rejects a call that contains a key twice.
  const unique = new Map(items.map((item) => [`${item["pk"]}\n${item["sk"]}`, item]));
  await Promise.all(
    chunksOf([...unique.values()], MAX_ITEMS).map((chunk) =>
      writeBatch({ [tableName()]: chunk.map((Item) => ({ PutRequest: { Item } })) }),
    ),
  );
}

async function writeBatch(requests: Requests): Promise<void> {
  let pending = requests;
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const command = new BatchWriteCommand({ RequestItems: pending });
    const { UnprocessedItems } = await countRoundTrip(() => tableClient().send(command));
    if (!UnprocessedItems?.[tableName()]?.length) return;
    pending = UnprocessedItems;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * wait));
  }
}
