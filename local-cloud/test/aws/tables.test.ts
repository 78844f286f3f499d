import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { callEngine } from "#local-cloud/aws/engine-call.ts";
import { startAws } from "#local-cloud/aws/start-aws.ts";
import { startLocalAws, TABLE, temporaryDirectory } from "#local-cloud/testing/local-aws.ts";
import { deleteExpiredItems } from "#local-cloud/ttl-sweeper.ts";

const TableName = "bookings";
const item = (sk: string, ttl?: number) => ({
  pk: { S: "H#1" },
  sk: { S: sk },
  ...(ttl !== undefined && { ttl: { N: String(ttl) } }),
});

test("a table is created with its indexes, stream and TTL attribute", async () => {
  const client = (await startLocalAws({ tables: [TABLE] })).dynamodb();
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  expect(Table?.KeySchema).toEqual(TABLE.KeySchema);
  expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(["GSI1"]);
  expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" });
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(TimeToLiveDescription?.AttributeName).toBe("ttl");
});

test("an existing table keeps its items after a restart", async () => {
  const directory = temporaryDirectory();
  const first = await startLocalAws({ tables: [TABLE], directory });
  await first.dynamodb().send(new PutItemCommand({ TableName, Item: item("a") }));
  await first.close();
  const second = await startLocalAws({ tables: [TABLE], directory });
  const { Item } = await second.dynamodb().send(new GetItemCommand({ TableName, Key: item("a") }));
  expect(Item).toEqual(item("a"));
  expect(second.url).toBe(first.url);
});

test("missing indexes are added to an existing table; a table with other keys is an error", async () => {
  const directory = temporaryDirectory();
  const { GlobalSecondaryIndexes: indexes, AttributeDefinitions: attributes, ...rest } = TABLE;
  const bare = { ...rest, AttributeDefinitions: attributes.slice(0, 2) };
  const first = await startLocalAws({ tables: [bare], directory });
  await first.close();
  const second = await startLocalAws({ tables: [TABLE], directory });
  const { Table } = await second.dynamodb().send(new DescribeTableCommand({ TableName }));
  expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(
    indexes?.map(({ IndexName }) => IndexName),
  );
  await second.close();
  const other = {
    ...bare,
    KeySchema: TABLE.KeySchema.slice(0, 1),
    AttributeDefinitions: attributes.slice(0, 1),
  };
  await expect(startLocalAws({ tables: [other], directory })).rejects.toThrow(
    "already exists with the keys pk,sk",
  );
});

test("the engine's responses and errors are returned unchanged", async () => {
  const client = (await startLocalAws({ tables: [TABLE] })).dynamodb();
  const blob = { ...item("big"), text: { S: "é".repeat(150_000) } };
  await client.send(new PutItemCommand({ TableName, Item: blob }));
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: item("big") }));
  expect(Item).toEqual(blob);
  const again = new PutItemCommand({
    TableName,
    Item: blob,
    ConditionExpression: "attribute_not_exists(pk)",
  });
  await expect(client.send(again)).rejects.toMatchObject({ name: "ConditionalCheckFailedException" });
  await expect(client.send(new GetItemCommand({ TableName: "nowhere", Key: {} }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
});

test("the stream can be read without the role check", async () => {
  const local = await startLocalAws({ tables: [TABLE] });
  await local.dynamodb().send(new PutItemCommand({ TableName, Item: item("a") }));
  const { Table } = await local.dynamodb().send(new DescribeTableCommand({ TableName }));
  const response = await callEngine(local.tableEndpoint, "DynamoDBStreams_20120810.DescribeStream", {
    StreamArn: Table?.LatestStreamArn,
  });
  expect(response).toMatchObject({ StreamDescription: { Shards: [{ ShardId: expect.any(String) }] } });
});

test("some concurrent transactions on an item fail with a conflict, and none is written partially", async () => {
  const client = (await startLocalAws({ tables: [TABLE], conflictSeed: 3 })).dynamodb();
  const add = () =>
    client.send(
      new TransactWriteItemsCommand({
        TransactItems: ["a", "b"].map((sk) => ({
          Update: {
            TableName,
            Key: item(sk),
            UpdateExpression: "ADD writes :one",
            ExpressionAttributeValues: { ":one": { N: "1" } },
          },
        })),
      }),
    );
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, add));
  const failed = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(failed.length).toBeGreaterThan(0);
  for (const { reason } of failed)
    expect(reason).toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "TransactionConflict" }],
    });
  for (const sk of ["a", "b"]) {
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: item(sk) }));
    expect(Item?.["writes"]).toEqual({ N: String(100 - failed.length) });
  }
});

test("only expired items are deleted", async () => {
  const local = await startLocalAws({ tables: [TABLE] });
  for (const Item of [item("old", 99), item("due", 100), item("later", 101), item("forever")])
    await local.dynamodb().send(new PutItemCommand({ TableName, Item }));
  await expect(deleteExpiredItems(local.tableEndpoint, TABLE, 100)).resolves.toBe(1);
  await expect(deleteExpiredItems(local.tableEndpoint, TABLE, 101)).resolves.toBe(1);
  const remaining = await callEngine(local.tableEndpoint, "DynamoDB_20120810.Scan", { TableName });
  expect(remaining["Count"]).toBe(2);
});

test("a call fails with a server error if the engine does not respond", async () => {
  const local = await startLocalAws({ dynamodbEndpoint: "http://127.0.0.1:9" });
  const get = new GetItemCommand({ TableName, Key: item("a") });
  await expect(local.dynamodb().send(get)).rejects.toMatchObject({ name: "InternalServerError" });
});

test("a failed start releases the folder", async () => {
  const directory = temporaryDirectory();
  const tables = [{ ...TABLE, KeySchema: [] }];
  const options = { callers: new Map(), queues: [], keys: [], directory, tables };
  await expect(startAws(options)).rejects.toThrow();
  await expect(startLocalAws({ tables: [TABLE], directory })).resolves.toBeDefined();
});
