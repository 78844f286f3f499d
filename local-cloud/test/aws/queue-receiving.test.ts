import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { type LocalQueues, startQueues } from "#local-cloud/testing/local-queues.ts";

const JOBS = [{ QueueName: "jobs", VisibilityTimeout: 60 }];

const receive = async ({ sqs, url }: LocalQueues, input: object = {}): Promise<Message[]> => {
  const response = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url("jobs"), ...input }));
  return response.Messages ?? [];
};
const changeVisibility = (
  { sqs, url }: LocalQueues,
  ReceiptHandle: string | undefined,
  VisibilityTimeout: number,
) =>
  sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url("jobs"), ReceiptHandle, VisibilityTimeout }));
const deleteMessage = ({ sqs, url }: LocalQueues, ReceiptHandle: string | undefined) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl: url("jobs"), ReceiptHandle }));

test("a received message becomes visible again after the queue's visibility timeout", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  expect(await receive(local)).toHaveLength(1);
  local.clock.advance(59);
  expect(await receive(local)).toEqual([]);
  local.clock.advance(1);
  const [again] = await receive(local, { AttributeNames: ["ApproximateReceiveCount"] });
  expect(again?.Attributes).toEqual({ ApproximateReceiveCount: "2" });
});

test("the visibility timeout can be set on receive, extended, and ended", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [message] = await receive(local, { VisibilityTimeout: 5 });
  await changeVisibility(local, message?.ReceiptHandle, 100);
  local.clock.advance(99);
  expect(await receive(local)).toEqual([]);
  await changeVisibility(local, message?.ReceiptHandle, 0);
  expect(await receive(local)).toHaveLength(1);
});

test("a restarted consumer makes messages in flight visible immediately, but not delayed ones", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "in flight" });
  const [before] = await receive(local);
  local.engine.send("jobs", { body: "later", delaySeconds: 10 });
  local.engine.returnInFlight("jobs");
  const again = await receive(local, { MaxNumberOfMessages: 10 });
  expect(again.map(({ MessageId }) => MessageId)).toEqual([before?.MessageId]);
});

test("other messages take precedence over a group with many messages in flight", async () => {
  const local = await startQueues(JOBS);
  for (let n = 0; n < 60; n += 1) local.engine.send("jobs", { body: `noisy ${n}`, groupId: "noisy" });
  local.engine.send("jobs", { body: "quiet", groupId: "quiet" });
  local.engine.send("jobs", { body: "without a group" });
  for (let batch = 0; batch < 3; batch += 1) await receive(local, { MaxNumberOfMessages: 10 });
  const next = await receive(local, { MaxNumberOfMessages: 3 });
  expect(next.map(({ Body }) => Body)).toEqual(["quiet", "without a group", "noisy 30"]);
});

test("the visibility timeout may be 0 to 43,200 s", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [message] = await receive(local);
  await expect(changeVisibility(local, message?.ReceiptHandle, 43_201)).rejects.toMatchObject({
    name: "InvalidParameterValue",
  });
});

test("the visibility timeout of a visible or deleted message can't be changed", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [message] = await receive(local);
  local.clock.advance(60);
  await expect(changeVisibility(local, message?.ReceiptHandle, 10)).rejects.toMatchObject({
    name: "MessageNotInflight",
  });
  await deleteMessage(local, message?.ReceiptHandle);
  await expect(changeVisibility(local, message?.ReceiptHandle, 10)).rejects.toMatchObject({
    name: "InvalidParameterValue",
  });
});

test.each(["visibility changes", "deletes"])(
  "a batch of %s reports invalid handles and runs the rest",
  async (kind) => {
    const local = await startQueues(JOBS);
    local.engine.send("jobs", { body: "hello" });
    const [message] = await receive(local);
    const QueueUrl = local.url("jobs");
    const handles = [
      { Id: "good", ReceiptHandle: message?.ReceiptHandle },
      { Id: "bad", ReceiptHandle: "nonsense" },
    ];
    const response = await (kind === "deletes"
      ? local.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: handles }))
      : local.sqs.send(
          new ChangeMessageVisibilityBatchCommand({
            QueueUrl,
            Entries: handles.map((entry) => ({ ...entry, VisibilityTimeout: 0 })),
          }),
        ));
    expect(response.Successful).toEqual([{ Id: "good" }]);
    expect(response.Failed).toMatchObject([{ Id: "bad", Code: "ReceiptHandleIsInvalid" }]);
    const visible = kind === "deletes" ? 0 : 1;
    expect(local.engine.counts("jobs")).toEqual({ visible, inFlight: 0, delayed: 0 });
  },
);

test("only the handle of the latest receive deletes a message", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [earlier] = await receive(local);
  local.clock.advance(60);
  const [latest] = await receive(local);
  await deleteMessage(local, earlier?.ReceiptHandle);
  expect(local.engine.counts("jobs").inFlight).toBe(1);
  await deleteMessage(local, latest?.ReceiptHandle);
  await deleteMessage(local, latest?.ReceiptHandle);
  expect(local.engine.counts("jobs").inFlight).toBe(0);
  await expect(deleteMessage(local, "nonsense")).rejects.toMatchObject({ name: "ReceiptHandleIsInvalid" });
});

test("a long poll returns as soon as a message is sent", async () => {
  const local = await startQueues(JOBS);
  const received = local.engine.receive("jobs", { maxMessages: 1, waitSeconds: 20 });
  local.engine.send("jobs", { body: "hello" });
  await expect(received).resolves.toMatchObject([{ body: "hello" }]);
});

test("a long poll over HTTP returns as soon as a message is sent", async () => {
  const local = await startQueues(JOBS);
  const received = receive(local, { WaitTimeSeconds: 20 });
  local.engine.send("jobs", { body: "hello" });
  await expect(received).resolves.toMatchObject([{ Body: "hello" }]);
});

test("a long poll returns when the delay of a message ends", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "later", delaySeconds: 10 });
  const received = local.engine.receive("jobs", { maxMessages: 1, waitSeconds: 20 });
  local.clock.advance(10);
  await expect(received).resolves.toMatchObject([{ body: "later" }]);
});

test("a long poll returns no messages after its wait time", async () => {
  const local = await startQueues([{ QueueName: "jobs", ReceiveMessageWaitTimeSeconds: 7 }]);
  const received = local.engine.receive("jobs", { maxMessages: 1 });
  local.clock.advance(7);
  await expect(received).resolves.toEqual([]);
});

test("an aborted long poll receives no message", async () => {
  const local = await startQueues(JOBS);
  const controller = new AbortController();
  const received = local.engine.receive("jobs", {
    maxMessages: 1,
    waitSeconds: 20,
    signal: controller.signal,
  });
  controller.abort();
  local.engine.send("jobs", { body: "hello" });
  await expect(received).resolves.toEqual([]);
  expect(local.engine.counts("jobs").visible).toBe(1);
});

test("one receive returns at most 10 messages and waits at most 20 s", async () => {
  const local = await startQueues(JOBS);
  for (let n = 0; n < 12; n += 1) local.engine.send("jobs", { body: `job ${n}` });
  expect(await receive(local, { MaxNumberOfMessages: 10 })).toHaveLength(10);
  for (const input of [{ MaxNumberOfMessages: 11 }, { MaxNumberOfMessages: 0 }, { WaitTimeSeconds: 21 }])
    await expect(receive(local, input)).rejects.toMatchObject({ name: "InvalidParameterValue" });
});

test("a message older than the retention period is deleted", async () => {
  const local = await startQueues([{ QueueName: "jobs", MessageRetentionPeriod: 120 }]);
  local.engine.send("jobs", { body: "old" });
  local.clock.advance(90);
  local.engine.send("jobs", { body: "new" });
  local.clock.advance(31);
  expect((await receive(local, { MaxNumberOfMessages: 10 })).map(({ Body }) => Body)).toEqual(["new"]);
});
