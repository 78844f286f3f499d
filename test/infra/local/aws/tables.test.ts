import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { callEngine } from "#infra/local/aws/engine-call.ts";
import { startAws } from "#infra/local/aws/start-aws.ts";
import { sweepExpired } from "#infra/local/aws/sweep-expired.ts";
import { startLocalAws, TABLE, temporaryDirectory } from "#test/support/cloud/local-aws.ts";

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

test("a table that is there keeps its items", async () => {
  const directory = temporaryDirectory();
  const first = await startLocalAws({ tables: [TABLE], directory });
  await first.dynamodb().send(new PutItemCommand({ TableName, Item: item("a") }));
  await first.close();
  const second = await startLocalAws({ tables: [TABLE], directory });
  const { Item } = await second.dynamodb().send(new GetItemCommand({ TableName, Key: item("a") }));
  expect(Item).toEqual(item("a"));
  expect(second.url).toBe(first.url);
});

test("a table that is there gets the indexes it lacks; one with other keys is an error", async () => {
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

test("an answer of the engine comes back as it is, refusals too", async () => {
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

test("the stream can be read past the role check", async () => {
  const local = await startLocalAws({ tables: [TABLE] });
  await local.dynamodb().send(new PutItemCommand({ TableName, Item: item("a") }));
  const { Table } = await local.dynamodb().send(new DescribeTableCommand({ TableName }));
  const answer = await callEngine(local.tableEndpoint, "DynamoDBStreams_20120810.DescribeStream", {
    StreamArn: Table?.LatestStreamArn,
  });
  expect(answer).toMatchObject({ StreamDescription: { Shards: [{ ShardId: expect.any(String) }] } });
});

test("some of the transactions that race for an item are refused for the conflict, none is half done", async () => {
  const client = (await startLocalAws({ tables: [TABLE], conflictSeed: 3 })).dynamodb();
  const add = () =>
    client.send(
      new TransactWriteItemsCommand({
        TransactItems: ["a", "b"].map((sk) => ({
          Update: {
            TableName,
            Key: item(sk),
            UpdateExpression: "ADD seen :one",
            ExpressionAttributeValues: { ":one": { N: "1" } },
          },
        })),
      }),
    );
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, add));
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "TransactionConflict" }],
    });
  for (const sk of ["a", "b"]) {
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: item(sk) }));
    expect(Item?.["seen"]).toEqual({ N: String(100 - refused.length) });
  }
});

test("a sweep deletes what has expired and nothing else", async () => {
  const local = await startLocalAws({ tables: [TABLE] });
  for (const Item of [item("old", 99), item("due", 100), item("later", 101), item("forever")])
    await local.dynamodb().send(new PutItemCommand({ TableName, Item }));
  await expect(sweepExpired(local.tableEndpoint, TABLE, 100)).resolves.toBe(1);
  await expect(sweepExpired(local.tableEndpoint, TABLE, 101)).resolves.toBe(1);
  const left = await callEngine(local.tableEndpoint, "DynamoDB_20120810.Scan", { TableName });
  expect(left["Count"]).toBe(2);
});

test("an engine that is gone is an error of the server, not a hang", async () => {
  const local = await startLocalAws({ dynamodbEndpoint: "http://127.0.0.1:9" });
  const get = new GetItemCommand({ TableName, Key: item("a") });
  await expect(local.dynamodb().send(get)).rejects.toMatchObject({ name: "InternalServerError" });
});

test("a failed start leaves the folder free", async () => {
  const directory = temporaryDirectory();
  const nothing = { callers: new Map(), queues: [], keys: [], directory };
  const broken = { ...TABLE, KeySchema: [] };
  await expect(startAws({ ...nothing, tables: [broken] })).rejects.toThrow();
  await expect(startLocalAws({ tables: [TABLE], directory })).resolves.toBeDefined();
});
