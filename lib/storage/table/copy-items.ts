import { BatchWriteItemCommand, type WriteRequest } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { Failure } from "#lib/failures.ts";
import { tableClient, tableName } from "./client.ts";
import { scanPages } from "./scan.ts";

/** DynamoDB's limit of one call. */
const MAX_ITEMS = 25;
/** Maximum milliseconds before unprocessed items are sent again, the first time and later. */
const FIRST_WAIT = 50;
const LONGEST_WAIT = 5_000;

/** Reads every item as a line of JSON in the format of DynamoDB's exports: `{"Item":{"pk":{"S":"H#1"},…}}`. */
export async function* itemLines(): AsyncGenerator<string> {
  for await (const page of scanPages())
    for (const item of page) yield JSON.stringify({ Item: marshall(item) });
}

interface PutOptions {
  /** Reads and checks the lines, and writes nothing. */
  isDryRun: boolean;
}

/**
 * Writes the items of lines from {@link itemLines}, replacing existing items, and returns their number. It can be repeated safely.
 *
 * @throws {Failure} `invalid_request` if a line is not JSON or has no item
 */
export async function putLines(lines: AsyncIterable<string>, { isDryRun }: PutOptions): Promise<number> {
  let count = 0;
  let lineNumber = 0;
  let batch: WriteRequest[] = [];
  const send = async (): Promise<void> => {
    if (!isDryRun) await writeBatch(batch);
    count += batch.length;
    batch = [];
  };
  for await (const line of lines) {
    lineNumber += 1;
    if (line.trim() === "") continue;
    const Item = findItemIn(line);
    if (!Item)
      throw new Failure(
        "invalid_request",
        `Line ${lineNumber} is not an item of a backup. Use a complete file of \`backup export\`.`,
      );
    batch.push({ PutRequest: { Item } });
    if (batch.length === MAX_ITEMS) await send();
  }
  if (batch.length > 0) await send();
  return count;
}

type Attributes = NonNullable<NonNullable<WriteRequest["PutRequest"]>["Item"]>;

/** The item in a line; undefined if the line is not JSON or has no item of a table. */
function findItemIn(line: string): Attributes | undefined {
  try {
    const { Item } = JSON.parse(line) as { Item: Attributes };
    const { pk, sk } = unmarshall(Item);
    return typeof pk === "string" && typeof sk === "string" ? Item : undefined;
  } catch {
    return undefined;
  }
}

async function writeBatch(requests: WriteRequest[]): Promise<void> {
  let pending = requests;
  for (let wait = FIRST_WAIT; pending.length > 0; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const command = new BatchWriteItemCommand({ RequestItems: { [tableName()]: pending } });
    const { UnprocessedItems } = await tableClient().send(command);
    pending = UnprocessedItems?.[tableName()] ?? [];
    if (pending.length > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * wait));
  }
}
