import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { expect, test, vi } from "vitest";
import { startLocalAws, TABLE } from "#local-cloud/testing/local-aws.ts";

const TableName = "bookings";
const key = (sk: number) => ({ pk: { S: "H#1" }, sk: { S: String(sk) } });
const item = (sk: number) => ({ ...key(sk), GSI1pk: { S: "all" }, GSI1sk: { S: String(sk) } });
const newItem = (sk: number) => ({
  TableName,
  Item: item(sk),
  ConditionExpression: "attribute_not_exists(pk)",
});

const listIndex = async (client: DynamoDBClient) => {
  const query = {
    TableName,
    IndexName: "GSI1",
    KeyConditionExpression: "GSI1pk = :all",
    ExpressionAttributeValues: { ":all": { S: "all" } },
  };
  const { Items = [], Count } = await client.send(new QueryCommand(query));
  expect(Count).toBe(Items.length);
  return Items;
};

test("a BatchGetItem leaves some of its keys unprocessed", async () => {
  const client = (await startLocalAws({ tables: [TABLE], faults: { seed: 1, unprocessed: 0.5 } })).dynamodb();
  const Keys = Array.from({ length: 20 }, (_, sk) => key(sk));
  for (const sk of Keys.keys()) await client.send(new PutItemCommand({ TableName, Item: item(sk) }));
  const request = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } };
  const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemCommand(request));
  const unprocessed = UnprocessedKeys?.[TableName]?.Keys ?? [];
  expect(unprocessed.length).toBeGreaterThan(0);
  expect(UnprocessedKeys?.[TableName]?.ConsistentRead).toBe(true);
  const processed = (Responses?.[TableName] ?? []).map(({ pk, sk }) => ({ pk, sk }));
  expect(processed).toHaveLength(20 - unprocessed.length);
  expect([...processed, ...unprocessed]).toEqual(expect.arrayContaining(Keys));
});

test("a BatchWriteItem leaves some of its writes unprocessed", async () => {
  const client = (await startLocalAws({ tables: [TABLE], faults: { seed: 1, unprocessed: 0.5 } })).dynamodb();
  const writes = Array.from({ length: 20 }, (_, sk) => ({ PutRequest: { Item: item(sk) } }));
  const request = { RequestItems: { [TableName]: writes } };
  const { UnprocessedItems } = await client.send(new BatchWriteItemCommand(request));
  const unprocessed = (UnprocessedItems?.[TableName] ?? []).map(({ PutRequest }) => PutRequest?.Item);
  expect(unprocessed.length).toBeGreaterThan(0);
  const written = await listIndex(client);
  expect(written).toHaveLength(20 - unprocessed.length);
  expect([...written, ...unprocessed]).toEqual(
    expect.arrayContaining(writes.map((one) => one.PutRequest.Item)),
  );
});

test("some calls are throttled, the same ones for the same seed", async () => {
  const listThrottled = async (seed: number) => {
    const client = (await startLocalAws({ tables: [TABLE], faults: { seed, throttled: 0.3 } })).dynamodb();
    const calls = Array.from({ length: 50 }, (_, sk) => sk);
    const throttled: number[] = [];
    for (const sk of calls)
      await client.send(new GetItemCommand({ TableName, Key: key(sk) })).catch((error: Error) => {
        expect(error.name).toBe("ThrottlingException");
        throttled.push(sk);
      });
    return throttled;
  };
  const throttled = await listThrottled(1);
  expect(throttled.length).toBeGreaterThan(5);
  expect(throttled.length).toBeLessThan(25);
  expect(await listThrottled(1)).toEqual(throttled);
});

test("a new item is in the table immediately, and in an index later", async () => {
  const lagging = { seed: 1, indexLagMilliseconds: 600_000 };
  const client = (await startLocalAws({ tables: [TABLE], faults: lagging })).dynamodb();
  await client.send(new PutItemCommand(newItem(1)));
  await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: newItem(2) }] }));
  await client.send(new PutItemCommand({ TableName, Item: item(3) }));
  expect(await listIndex(client)).toEqual([item(3)]);
  expect((await client.send(new GetItemCommand({ TableName, Key: key(1) }))).Item).toEqual(item(1));
});

test("an index contains a new item after the lag", async () => {
  const lagging = { seed: 1, indexLagMilliseconds: 100 };
  const client = (await startLocalAws({ tables: [TABLE], faults: lagging })).dynamodb();
  await client.send(new PutItemCommand(newItem(1)));
  await vi.waitFor(async () => expect(await listIndex(client)).toEqual([item(1)]), { timeout: 60_000 });
});
