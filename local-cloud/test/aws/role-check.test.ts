import {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { EncryptCommand } from "@aws-sdk/client-kms";
import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import type { Statement } from "#local-cloud/aws/types.ts";
import { type LocalAws, startLocalAws, TABLE } from "#local-cloud/testing/local-aws.ts";

const ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/bookings";
const TableName = "bookings";
const Key = { pk: { S: "H#1" }, sk: { S: "#" } };

const allow = (actions: string[], resource = ARN): Statement => ({
  effect: "Allow",
  actions,
  resources: [resource],
});
const start = (...statements: Statement[]): Promise<LocalAws> =>
  startLocalAws({
    tables: [TABLE],
    queues: [{ QueueName: "events" }],
    keys: [{ KeyId: "secrets" }],
    callers: new Map([["Function", statements]]),
  });
const denied = { name: "AccessDeniedException", $metadata: { httpStatusCode: 400 } };

test("a call that its role does not allow is denied with AWS's message", async () => {
  const client = (await start(allow(["dynamodb:GetItem"]))).dynamodb("Function");
  await expect(client.send(new GetItemCommand({ TableName, Key }))).resolves.toBeDefined();
  await expect(client.send(new DeleteItemCommand({ TableName, Key }))).rejects.toMatchObject({
    ...denied,
    message: `User: arn:aws:sts::000000000000:assumed-role/Function/Function is not authorized to perform: dynamodb:DeleteItem on resource: ${ARN} because no identity-based policy allows the dynamodb:DeleteItem action`,
  });
});

test("an explicit deny takes precedence over an allow", async () => {
  const local = await start(allow(["dynamodb:*"]), {
    effect: "Deny",
    actions: ["dynamodb:PutItem"],
    resources: ["*"],
  });
  const put = new PutItemCommand({ TableName, Item: Key });
  await expect(local.dynamodb("Function").send(put)).rejects.toMatchObject({
    ...denied,
    message: expect.stringContaining("with an explicit deny"),
  });
});

test("a transaction requires the action of each of its parts", async () => {
  const client = (await start(allow(["dynamodb:PutItem", "dynamodb:GetItem"]))).dynamodb("Function");
  const put = { Put: { TableName, Item: Key } };
  const check = {
    ConditionCheck: {
      TableName,
      Key: { ...Key, sk: { S: "B" } },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
  await client.send(new TransactWriteItemsCommand({ TransactItems: [put] }));
  await expect(
    client.send(new TransactWriteItemsCommand({ TransactItems: [put, check] })),
  ).rejects.toMatchObject({
    ...denied,
    message: expect.stringContaining("dynamodb:ConditionCheckItem"),
  });
  await client.send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key } }] }));
});

test("a batch requires its own action, and a query of an index requires the index", async () => {
  const local = await start(allow(["dynamodb:BatchGetItem"]), allow(["dynamodb:Query"], `${ARN}/index/*`));
  const client = local.dynamodb("Function");
  const query = (IndexName?: string) =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: "#k = :k",
        ExpressionAttributeNames: { "#k": IndexName ? "GSI1pk" : "pk" },
        ExpressionAttributeValues: { ":k": { S: "H#1" } },
      }),
    );
  await client.send(new BatchGetItemCommand({ RequestItems: { bookings: { Keys: [Key] } } }));
  await query("GSI1");
  await expect(query()).rejects.toMatchObject(denied);
});

test("a role may be limited to partition keys", async () => {
  const conditions = { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["H#1"] } };
  const local = await start({ ...allow(["dynamodb:*"]), conditions });
  const client = local.dynamodb("Function");
  const query = (host: string) =>
    client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: "#pk = :pk AND begins_with(sk, :b)",
        ExpressionAttributeNames: { "#pk": "pk" },
        ExpressionAttributeValues: { ":pk": { S: host }, ":b": { S: "B" } },
      }),
    );
  const batch = (host: string) =>
    client.send(
      new BatchGetItemCommand({ RequestItems: { bookings: { Keys: [{ ...Key, pk: { S: host } }] } } }),
    );
  await client.send(new PutItemCommand({ TableName, Item: Key }));
  await query("H#1");
  await batch("H#1");
  await expect(
    client.send(new PutItemCommand({ TableName, Item: { ...Key, pk: { S: "H#2" } } })),
  ).rejects.toMatchObject(denied);
  await expect(query("H#2")).rejects.toMatchObject(denied);
  await expect(batch("H#2")).rejects.toMatchObject(denied);
});

test("a batch of messages requires sqs:SendMessage on the queue", async () => {
  const sendBatch = (local: LocalAws) =>
    local.sqs("Function").send(
      new SendMessageBatchCommand({
        QueueUrl: `${local.url}/000000000000/events`,
        Entries: [{ Id: "a", MessageBody: "hello" }],
      }),
    );
  const allowed = await start(allow(["sqs:SendMessage"], "arn:aws:sqs:us-east-1:000000000000:events"));
  await expect(sendBatch(allowed)).resolves.toMatchObject({ Successful: [{ Id: "a" }] });
  await expect(sendBatch(await start())).rejects.toMatchObject({
    name: "AccessDenied",
    message: expect.stringContaining("not authorized to perform: sqs:sendmessage on resource: arn:aws:sqs:"),
    $metadata: { httpStatusCode: 403 },
  });
});

test("a key is its own resource, and its encryption context can be a condition", async () => {
  const local = await start({
    ...allow(["kms:Encrypt"], "arn:aws:kms:us-east-1:000000000000:key/secrets"),
    conditions: { StringLike: { "kms:EncryptionContext:webhook": ["W-*"] } },
  });
  const encrypt = (webhook: string) =>
    local.kms("Function").send(
      new EncryptCommand({
        KeyId: "secrets",
        Plaintext: new Uint8Array([1]),
        EncryptionContext: { webhook },
      }),
    );
  await expect(encrypt("W-1")).resolves.toBeDefined();
  await expect(encrypt("X-1")).rejects.toMatchObject(denied);
});

test("an unknown access key is rejected, and the operator's has all permissions", async () => {
  const local = await start();
  await expect(local.dynamodb("Stranger").send(new ListTablesCommand())).rejects.toMatchObject({
    name: "UnrecognizedClientException",
    message: "The security token included in the request is invalid.",
  });
  await expect(local.dynamodb().send(new ListTablesCommand())).resolves.toMatchObject({
    TableNames: ["bookings"],
  });
});

test("calls are counted by caller and action", async () => {
  const local = await start(allow(["dynamodb:GetItem"]));
  const client = local.dynamodb("Function");
  await client.send(new GetItemCommand({ TableName, Key }));
  await client.send(new GetItemCommand({ TableName, Key }));
  await client.send(new PutItemCommand({ TableName, Item: Key })).catch(() => undefined);
  const counted = local.usage().get("Function");
  expect(counted?.get("dynamodb:GetItem")).toEqual({ allowed: 2, denied: 0 });
  expect(counted?.get("dynamodb:PutItem")).toEqual({ allowed: 0, denied: 1 });
});

test("an explicitly denied call is not counted", async () => {
  const local = await start(allow(["dynamodb:*Item"]), { ...allow(["dynamodb:PutItem"]), effect: "Deny" });
  const client = local.dynamodb("Function");
  await client.send(new GetItemCommand({ TableName, Key }));
  await expect(client.send(new PutItemCommand({ TableName, Item: Key }))).rejects.toMatchObject({
    message: expect.stringContaining("with an explicit deny"),
  });
  expect([...(local.usage().get("Function")?.keys() ?? [])]).toEqual(["dynamodb:GetItem"]);
});
