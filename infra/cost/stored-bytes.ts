import * as z from "zod";
import { callEngine } from "#infra/local/aws/engine-call.ts";
import type { Cloud } from "#infra/local/cloud.ts";
import { INDEXES, KEYS_ONLY_INDEX, TTL_ATTRIBUTE } from "#lib/table/indexes.ts";
import { itemBytes, type WireItem } from "./item-bytes.ts";

/** Bytes that are charged for by the month, of what is kept and of what expires: with indexes, and of the table alone. */
export interface StoredBytes {
  kept: number;
  passing: number;
  keptTable: number;
  passingTable: number;
}

/** What DynamoDB charges for each item of a table and of an index beside its content. */
const OVERHEAD = 100;

const Page = z.object({
  Items: z.array(z.record(z.string(), z.record(z.string(), z.unknown()))),
  LastEvaluatedKey: z.unknown().optional(),
});

/** Adds up every item of the table with its copies in indexes. */
export async function storedBytes({ tableEndpoint, outputs }: Cloud): Promise<StoredBytes> {
  const sum = { kept: 0, passing: 0, keptTable: 0, passingTable: 0 };
  let ExclusiveStartKey: unknown;
  do {
    const request = { TableName: outputs.TableName, ExclusiveStartKey };
    const page = Page.parse(await callEngine(tableEndpoint, "DynamoDB_20120810.Scan", request));
    for (const item of page.Items) {
      const kind = TTL_ATTRIBUTE in item ? "passing" : "kept";
      sum[kind] += chargedBytes(item);
      sum[`${kind}Table`] += itemBytes(item) + OVERHEAD;
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return sum;
}

function chargedBytes(item: WireItem): number {
  const whole = itemBytes(item) + OVERHEAD;
  const copies = INDEXES.filter((index) => `${index}pk` in item).map((index) =>
    index === KEYS_ONLY_INDEX ? itemBytes(keysOf(item, index)) + OVERHEAD : whole,
  );
  return copies.reduce((sum, bytes) => sum + bytes, whole);
}

const keysOf = (item: WireItem, index: string): WireItem =>
  Object.fromEntries(
    Object.entries(item).filter(([name]) => ["pk", "sk", `${index}pk`, `${index}sk`].includes(name)),
  );
