import { beforeAll, describe, expect, it } from "vitest";
import { capacityIn } from "#infra/cost/capacity.ts";
import { itemBytes, type WireItem } from "#infra/cost/item-bytes.ts";
import { callEngine } from "#infra/local/aws/engine-call.ts";
import { useLocalTable } from "#test/support/local-table.ts";

const aws = useLocalTable();
const TABLE = { TableName: "test-table" };
const INDEXES = 2;

/** Runs one operation on the engine and answers its request units. */
async function consumed(operation: string, request: object) {
  const answer = await callEngine(aws().tableEndpoint, `DynamoDB_20120810.${operation}`, {
    ...request,
    ReturnConsumedCapacity: "INDEXES",
  });
  return capacityIn(operation, answer);
}

const keyOf = (sk: string) => ({ pk: { S: "CAPACITY" }, sk: { S: sk } });
/** An item of exactly so many bytes. */
function itemOf(sk: string, bytes: number, more: WireItem = {}): WireItem {
  const bare = { ...keyOf(sk), ...more, text: { S: "" } };
  return { ...bare, text: { S: "x".repeat(bytes - itemBytes(bare)) } };
}
/** Keys in an index with keys only, and in one with whole items. */
const INDEXED = {
  GSI1pk: { S: "CAPACITY" },
  GSI1sk: { S: "1" },
  GSI2pk: { S: "CAPACITY" },
  GSI2sk: { S: "1" },
};
const put = (Item: WireItem) => consumed("PutItem", { ...TABLE, Item });
const transact = (...TransactItems: object[]) => consumed("TransactWriteItems", { TransactItems });

describe("the engine counts request units as DynamoDB's pages say", () => {
  beforeAll(async () => {
    for (const [sk, bytes] of [
      ["small", 100],
      ["4K", 4_096],
      ["4K+", 4_097],
    ] as const)
      await put(itemOf(sk, bytes));
  });

  it.each([
    [1, 100],
    [1, 1_024],
    [2, 1_025],
    [4, 4_000],
  ])("%i for a write of %i bytes", async (writes, bytes) => {
    expect(await put(itemOf(`put-${bytes}`, bytes))).toEqual({ reads: 0, writes, indexWrites: 0 });
  });

  it("the larger of both, when an item is written over", async () => {
    await put(itemOf("over", 3_000));
    expect((await put(itemOf("over", 100))).writes).toBe(3);
  });

  it("one for each index an item is in, by what the index holds of it", async () => {
    expect(await put(itemOf("in-indexes", 3_000, INDEXED))).toEqual({
      reads: 0,
      writes: 3 + 3 + 1,
      indexWrites: 3 + 1,
    });
  });

  it("two for each index whose key changes: it goes from one place to another", async () => {
    await put(itemOf("moving", 300, INDEXED));
    const moved = { ...INDEXED, GSI1sk: { S: "2" }, GSI2sk: { S: "2" } };
    expect((await put(itemOf("moving", 300, moved))).indexWrites).toBe(2 * INDEXES);
  });

  it("double in a transaction, of its table", async () => {
    const plain = await transact({ Put: { ...TABLE, Item: itemOf("transact", 1_500) } });
    expect(plain.writes).toBe(2 * 2);
    const indexed = await transact({ Put: { ...TABLE, Item: itemOf("transact-indexed", 1_500, INDEXED) } });
    expect(indexed).toEqual({ reads: 0, writes: 2 * 2 + 3, indexWrites: 2 + 1 });
  });

  it("double for a condition check", async () => {
    const ConditionCheck = { ...TABLE, Key: keyOf("small"), ConditionExpression: "attribute_exists(pk)" };
    expect((await transact({ ConditionCheck })).writes).toBe(2);
  });

  it.each([
    ["small", false, 0.5],
    ["small", true, 1],
    ["4K", true, 1],
    ["4K+", true, 2],
    ["missing", true, 1],
  ])("for a read of %s, consistent: %s, %d", async (sk, ConsistentRead, reads) => {
    expect(await consumed("GetItem", { ...TABLE, Key: keyOf(sk), ConsistentRead })).toEqual({
      reads,
      writes: 0,
      indexWrites: 0,
    });
  });

  it("for a query, by the sum of its items; for a batch, item by item", async () => {
    await Promise.all([1, 2, 3].map((at) => put({ ...itemOf(`q${at}`, 1_000), pk: { S: "QUERIED" } })));
    const query = {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": { S: "QUERIED" } },
    };
    expect((await consumed("Query", { ...TABLE, ...query })).reads).toBe(0.5);
    const Keys = [1, 2, 3].map((at) => ({ pk: { S: "QUERIED" }, sk: { S: `q${at}` } }));
    const batch = { RequestItems: { [TABLE.TableName]: { Keys } } };
    expect((await consumed("BatchGetItem", batch)).reads).toBe(3 * 0.5);
  });

  it("double for a read in a transaction", async () => {
    const TransactItems = [{ Get: { ...TABLE, Key: keyOf("small") } }];
    expect((await consumed("TransactGetItems", { TransactItems })).reads).toBe(2);
  });
});
