import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { type LocalQueues, startQueues } from "#local-cloud/testing/local-queues.ts";

const ORDERS = [
  { QueueName: "orders.fifo", FifoQueue: true, ContentBasedDeduplication: true, VisibilityTimeout: 60 },
];

const send = ({ sqs, url }: LocalQueues, MessageBody: string, input: object = {}) =>
  sqs.send(
    new SendMessageCommand({ QueueUrl: url("orders.fifo"), MessageBody, MessageGroupId: "a", ...input }),
  );
const receive = async ({ sqs, url }: LocalQueues, MaxNumberOfMessages: number): Promise<Message[]> => {
  const response = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url("orders.fifo"), MaxNumberOfMessages, AttributeNames: ["All"] }),
  );
  return response.Messages ?? [];
};
const bodies = (messages: Message[]): (string | undefined)[] => messages.map(({ Body }) => Body);

test("messages of a group are received in the order of sending, several in one receive", async () => {
  const local = await startQueues(ORDERS);
  for (const body of ["1", "2", "3"]) await send(local, body);
  const messages = await receive(local, 10);
  expect(bodies(messages)).toEqual(["1", "2", "3"]);
  const numbers = messages.map(({ Attributes }) => Attributes?.["SequenceNumber"] ?? "");
  expect(numbers).toEqual([...numbers].sort());
});

test("a message in flight blocks its group, but not other groups", async () => {
  const local = await startQueues(ORDERS);
  for (const body of ["a1", "a2"]) await send(local, body);
  const [first] = await receive(local, 1);
  await send(local, "b1", { MessageGroupId: "b" });
  expect(bodies(await receive(local, 10))).toEqual(["b1"]);
  await local.sqs.send(
    new DeleteMessageCommand({ QueueUrl: local.url("orders.fifo"), ReceiptHandle: first?.ReceiptHandle }),
  );
  expect(bodies(await receive(local, 10))).toEqual(["a2"]);
});

test("a message that becomes visible again keeps its position", async () => {
  const local = await startQueues(ORDERS);
  for (const body of ["1", "2"]) await send(local, body);
  await receive(local, 1);
  local.clock.advance(60);
  expect(bodies(await receive(local, 10))).toEqual(["1", "2"]);
});

test("a message repeated within five minutes has the same result and is delivered once", async () => {
  const local = await startQueues(ORDERS);
  const first = await send(local, "hello");
  local.clock.advance(299);
  expect(await send(local, "hello")).toMatchObject({
    MessageId: first.MessageId,
    SequenceNumber: first.SequenceNumber,
  });
  await send(local, "hello", { MessageDeduplicationId: "another" });
  expect(await receive(local, 10)).toHaveLength(2);
  local.clock.advance(1);
  expect((await send(local, "hello")).MessageId).not.toBe(first.MessageId);
});

test("parameters for the other kind of queue are rejected", async () => {
  const local = await startQueues([{ QueueName: "orders.fifo", FifoQueue: true }, { QueueName: "jobs" }]);
  const invalid = { name: "InvalidParameterValue" };
  await expect(send(local, "no id")).rejects.toMatchObject(invalid);
  await expect(send(local, "late", { DelaySeconds: 5, MessageDeduplicationId: "d" })).rejects.toMatchObject(
    invalid,
  );
  await expect(send(local, "no group", { MessageGroupId: undefined })).rejects.toMatchObject({
    name: "MissingParameter",
  });
  await expect(
    local.sqs.send(
      new SendMessageCommand({ QueueUrl: local.url("jobs"), MessageBody: "x", MessageDeduplicationId: "d" }),
    ),
  ).rejects.toMatchObject(invalid);
});

test("an expired handle can't delete from a FIFO queue", async () => {
  const local = await startQueues(ORDERS);
  await send(local, "hello");
  const [message] = await receive(local, 1);
  local.clock.advance(60);
  const deleteMessage = new DeleteMessageCommand({
    QueueUrl: local.url("orders.fifo"),
    ReceiptHandle: message?.ReceiptHandle,
  });
  await expect(local.sqs.send(deleteMessage)).rejects.toMatchObject({
    message: expect.stringContaining("The receipt handle has expired"),
  });
});
