import type { BatchWriteItemOutput, WriteRequest } from "@aws-sdk/client-dynamodb";
import { decodeItem, encodeItem } from "./attribute-values.ts";
import { tableClient, tableName } from "./client.ts";
import { scanPages } from "./scan.ts";

/** Items one call of DynamoDB takes. */
const BATCH = 25;
/** Milliseconds at most before what a busy table left out is sent again. */
const FIRST_WAIT = 50;
const LONGEST_WAIT = 5_000;

/** Every item as a line of JSON with its types, as DynamoDB's own exports have them: `{"Item":{"pk":{"S":"H#1"},…}}`. */
export async function* itemLines(): AsyncGenerator<string> {
  for await (const page of scanPages())
    for (const item of page) yield JSON.stringify({ Item: encodeItem(item) });
}

/** What such lines are done with. */
interface Putting {
  /** Reads and checks the lines, and writes nothing. */
  isDryRun: boolean;
  /** Hears how many items are done. */
  tell(items: number): void;
}

/**
 * Puts the items of such lines where they were, whatever is there now; answers how many. Repeating it is harmless.
 *
 * @throws {SyntaxError} when a line is no JSON, or holds no item
 */
export async function putLines(lines: AsyncIterable<string>, { isDryRun, tell }: Putting): Promise<number> {
  let count = 0;
  let batch: WriteRequest[] = [];
  const send = async (): Promise<void> => {
    if (!isDryRun) await writeBatch(batch);
    count += batch.length;
    batch = [];
    tell(count);
  };
  for await (const line of lines) {
    if (line.trim() === "") continue;
    batch.push({ PutRequest: { Item: itemIn(line) } });
    if (batch.length === BATCH) await send();
  }
  if (batch.length > 0) await send();
  return count;
}

type Attributes = NonNullable<NonNullable<WriteRequest["PutRequest"]>["Item"]>;

function itemIn(line: string): Attributes {
  const { Item } = JSON.parse(line) as { Item?: Attributes };
  const { pk, sk } = Item ? decodeItem(Item) : {};
  if (!Item || typeof pk !== "string" || typeof sk !== "string")
    throw new SyntaxError("a line holds no item of this table");
  return Item;
}

async function writeBatch(requests: WriteRequest[]): Promise<void> {
  let left = requests;
  for (let wait = FIRST_WAIT; left.length > 0; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const request = { RequestItems: { [tableName()]: left } };
    const output: BatchWriteItemOutput = JSON.parse(
      await tableClient().sendEncoded("BatchWriteItem", request),
    );
    left = output.UnprocessedItems?.[tableName()] ?? [];
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * wait));
  }
}
