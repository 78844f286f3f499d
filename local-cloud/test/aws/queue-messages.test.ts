import {
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { type LocalQueues, startQueues } from "#local-cloud/testing/local-queues.ts";

const MIB = 1_048_576;

const receive = async ({ sqs, url }: LocalQueues, input: object = {}): Promise<Message[]> => {
  const response = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url("jobs"), MaxNumberOfMessages: 10, ...input }),
  );
  return response.Messages ?? [];
};

test("a message is received with its attributes, their MD5 and its system attributes", async () => {
  const local = await startQueues([{ QueueName: "jobs" }]);
  const sent = await local.sqs.send(
    new SendMessageCommand({
      QueueUrl: local.url("jobs"),
      MessageBody: "hello",
      MessageAttributes: {
        kind: { DataType: "String", StringValue: "created" },
        attempt: { DataType: "Number", StringValue: "3" },
        blob: { DataType: "Binary", BinaryValue: new Uint8Array([1, 2, 3]) },
      },
      MessageSystemAttributes: {
        AWSTraceHeader: { DataType: "String", StringValue: "Root=1-5759e988-bd862e3fe1be46a994272793" },
      },
    }),
  );
  expect(sent).toMatchObject({
    MD5OfMessageBody: "5d41402abc4b2a76b9719d911017c592",
    MD5OfMessageAttributes: "a98c2d7c38901fc5abb47862d4e3d556",
    MD5OfMessageSystemAttributes: "62a56dd927315f2b2e12832b84617ea5",
  });
  const [message] = await receive(local, {
    MessageSystemAttributeNames: ["All"],
    MessageAttributeNames: ["All"],
  });
  expect(message).toMatchObject({
    MessageId: sent.MessageId,
    Body: "hello",
    MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
    MessageAttributes: { blob: { DataType: "Binary", BinaryValue: new Uint8Array([1, 2, 3]) } },
    Attributes: {
      SenderId: "operator",
      SentTimestamp: String(local.clock.now()),
      ApproximateReceiveCount: "1",
      ApproximateFirstReceiveTimestamp: String(local.clock.now()),
      AWSTraceHeader: "Root=1-5759e988-bd862e3fe1be46a994272793",
    },
  });
});

test("only requested attributes are returned, and the MD5 includes only those", async () => {
  const local = await startQueues([{ QueueName: "jobs", VisibilityTimeout: 0 }]);
  await local.sqs.send(
    new SendMessageCommand({
      QueueUrl: local.url("jobs"),
      MessageBody: "hello",
      MessageAttributes: {
        kind: { DataType: "String", StringValue: "created" },
        attempt: { DataType: "Number", StringValue: "3" },
      },
    }),
  );
  const [withoutAny] = await receive(local);
  expect(withoutAny?.Attributes).toBeUndefined();
  expect(withoutAny?.MessageAttributes).toBeUndefined();
  const [withSome] = await receive(local, { MessageAttributeNames: ["kin.*"], AttributeNames: ["SenderId"] });
  expect(withSome?.Attributes).toEqual({ SenderId: "operator" });
  expect(Object.keys(withSome?.MessageAttributes ?? {})).toEqual(["kind"]);
  expect(withSome?.MD5OfMessageAttributes).toBe("e6d11909fe3edd3e25f6bbda1c6a6031");
});

test("a delayed message is received after its delay, and a delay of more than 900 s is rejected", async () => {
  const local = await startQueues([{ QueueName: "jobs" }]);
  const send = (DelaySeconds: number) =>
    local.sqs.send(
      new SendMessageCommand({ QueueUrl: local.url("jobs"), MessageBody: "later", DelaySeconds }),
    );
  await send(900);
  local.clock.advance(899);
  expect(await receive(local)).toEqual([]);
  local.clock.advance(1);
  expect(await receive(local)).toHaveLength(1);
  await expect(send(901)).rejects.toMatchObject({
    name: "InvalidParameterValue",
    message: "Value 901 for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.",
  });
});

test("the queue's delay applies to messages without one", async () => {
  const local = await startQueues([{ QueueName: "jobs", DelaySeconds: 10 }]);
  await local.sqs.send(new SendMessageCommand({ QueueUrl: local.url("jobs"), MessageBody: "later" }));
  await local.sqs.send(
    new SendMessageCommand({ QueueUrl: local.url("jobs"), MessageBody: "now", DelaySeconds: 0 }),
  );
  expect((await receive(local)).map(({ Body }) => Body)).toEqual(["now"]);
});

test("a batch with invalid ids or a wrong number of entries is rejected as a whole", async () => {
  const local = await startQueues([{ QueueName: "jobs" }]);
  const send = (ids: string[]) =>
    local.sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: local.url("jobs"),
        Entries: ids.map((Id) => ({ Id, MessageBody: "hello" })),
      }),
    );
  await expect(send([])).rejects.toMatchObject({ name: "EmptyBatchRequest" });
  await expect(send(Array.from({ length: 11 }, (_, n) => `m${n}`))).rejects.toMatchObject({
    name: "TooManyEntriesInBatchRequest",
  });
  await expect(send(["same", "same"])).rejects.toMatchObject({ name: "BatchEntryIdsNotDistinct" });
  await expect(send(["not valid"])).rejects.toMatchObject({ name: "InvalidBatchEntryId" });
  expect(local.engine.counts("jobs").visible).toBe(0);
});

test("an invalid message does not affect the rest of its batch", async () => {
  const local = await startQueues([{ QueueName: "jobs" }]);
  const response = await local.sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: local.url("jobs"),
      Entries: [
        { Id: "good", MessageBody: "hello" },
        { Id: "late", MessageBody: "hello", DelaySeconds: 901 },
        { Id: "invalid", MessageBody: "\u0000" },
      ],
    }),
  );
  expect(response.Successful?.map(({ Id }) => Id)).toEqual(["good"]);
  expect(response.Failed).toMatchObject([
    { Id: "late", Code: "InvalidParameterValue", SenderFault: true },
    { Id: "invalid", Code: "InvalidMessageContents", SenderFault: true },
  ]);
  expect(local.engine.counts("jobs").visible).toBe(1);
});

test("a message may have 1 MiB with its attributes, and so may a batch", async () => {
  const local = await startQueues([{ QueueName: "jobs" }]);
  const attributes = { kind: { DataType: "String", StringValue: "created" } };
  const send = (bytes: number) =>
    local.sqs.send(
      new SendMessageCommand({
        QueueUrl: local.url("jobs"),
        MessageBody: "é".repeat(bytes / 2),
        MessageAttributes: attributes,
      }),
    );
  const attributeBytes = "kindStringcreated".length + 1;
  await send(MIB - attributeBytes);
  await expect(send(MIB)).rejects.toMatchObject({
    name: "InvalidParameterValue",
    message: expect.stringContaining("must be shorter than 1048576 bytes"),
  });
  const half = "x".repeat(MIB / 2);
  const batch = new SendMessageBatchCommand({
    QueueUrl: local.url("jobs"),
    Entries: [
      { Id: "a", MessageBody: half },
      { Id: "b", MessageBody: `${half}!` },
    ],
  });
  await expect(local.sqs.send(batch)).rejects.toMatchObject({ name: "BatchRequestTooLong" });
});

test("a group on a standard queue is returned, and does not affect the order", async () => {
  const local = await startQueues([{ QueueName: "jobs" }]);
  for (const MessageBody of ["first", "second"])
    await local.sqs.send(
      new SendMessageCommand({ QueueUrl: local.url("jobs"), MessageBody, MessageGroupId: "webhook-1" }),
    );
  const first = await receive(local, { MaxNumberOfMessages: 1, AttributeNames: ["MessageGroupId"] });
  const second = await receive(local, { MaxNumberOfMessages: 1, AttributeNames: ["All"] });
  expect(first[0]?.Attributes).toEqual({ MessageGroupId: "webhook-1" });
  expect(second[0]?.Attributes).toMatchObject({ MessageGroupId: "webhook-1" });
  expect(second[0]?.Attributes).not.toHaveProperty("SequenceNumber");
});
