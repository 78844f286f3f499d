import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { type LocalQueues, startQueues } from "#test/support/cloud/local-queues.ts";

const JOBS = [{ QueueName: "jobs", VisibilityTimeout: 60 }];

const receive = async ({ sqs, url }: LocalQueues, input: object = {}): Promise<Message[]> => {
  const answer = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url("jobs"), ...input }));
  return answer.Messages ?? [];
};
const change = ({ sqs, url }: LocalQueues, ReceiptHandle: string | undefined, VisibilityTimeout: number) =>
  sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url("jobs"), ReceiptHandle, VisibilityTimeout }));
const remove = ({ sqs, url }: LocalQueues, ReceiptHandle: string | undefined) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl: url("jobs"), ReceiptHandle }));

test("a received message is hidden for the queue's visibility timeout and then comes back", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  expect(await receive(local)).toHaveLength(1);
  local.clock.advance(59);
  expect(await receive(local)).toEqual([]);
  local.clock.advance(1);
  const [again] = await receive(local, { AttributeNames: ["ApproximateReceiveCount"] });
  expect(again?.Attributes).toEqual({ ApproximateReceiveCount: "2" });
});

test("visibility can be chosen on receive, prolonged, and ended", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [message] = await receive(local, { VisibilityTimeout: 5 });
  await change(local, message?.ReceiptHandle, 100);
  local.clock.advance(99);
  expect(await receive(local)).toEqual([]);
  await change(local, message?.ReceiptHandle, 0);
  expect(await receive(local)).toHaveLength(1);
});

test("what is in flight comes back at once when the one consumer starts again, what is delayed does not", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "in flight" });
  const [before] = await receive(local);
  local.engine.send("jobs", { body: "later", delaySeconds: 10 });
  local.engine.returnInFlight("jobs");
  const again = await receive(local, { MaxNumberOfMessages: 10 });
  expect(again.map(({ MessageId }) => MessageId)).toEqual([before?.MessageId]);
});

test("a group with many messages in flight lets the others go first", async () => {
  const local = await startQueues(JOBS);
  for (let at = 0; at < 60; at += 1) local.engine.send("jobs", { body: `noisy ${at}`, groupId: "noisy" });
  local.engine.send("jobs", { body: "quiet", groupId: "quiet" });
  local.engine.send("jobs", { body: "of no group" });
  for (let batch = 0; batch < 3; batch += 1) await receive(local, { MaxNumberOfMessages: 10 });
  const next = await receive(local, { MaxNumberOfMessages: 3 });
  expect(next.map(({ Body }) => Body)).toEqual(["quiet", "of no group", "noisy 30"]);
});

test("visibility has a range of 0 to 43,200 s", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [message] = await receive(local);
  await expect(change(local, message?.ReceiptHandle, 43_201)).rejects.toMatchObject({
    name: "InvalidParameterValue",
  });
});

test("visibility of a message that is visible again, or gone, cannot be changed", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [message] = await receive(local);
  local.clock.advance(60);
  await expect(change(local, message?.ReceiptHandle, 10)).rejects.toMatchObject({
    name: "MessageNotInflight",
  });
  await remove(local, message?.ReceiptHandle);
  await expect(change(local, message?.ReceiptHandle, 10)).rejects.toMatchObject({
    name: "InvalidParameterValue",
  });
});

test("a batch of visibility changes reports the handles it could not serve", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [message] = await receive(local);
  const answer = await local.sqs.send(
    new ChangeMessageVisibilityBatchCommand({
      QueueUrl: local.url("jobs"),
      Entries: [
        { Id: "good", ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 },
        { Id: "bad", ReceiptHandle: "nonsense", VisibilityTimeout: 0 },
      ],
    }),
  );
  expect(answer.Successful).toEqual([{ Id: "good" }]);
  expect(answer.Failed).toMatchObject([{ Id: "bad", Code: "ReceiptHandleIsInvalid" }]);
});

test("the handle of an earlier receive deletes nothing, the latest one does", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "hello" });
  const [earlier] = await receive(local);
  local.clock.advance(60);
  const [latest] = await receive(local);
  await remove(local, earlier?.ReceiptHandle);
  expect(local.engine.counts("jobs").inFlight).toBe(1);
  await remove(local, latest?.ReceiptHandle);
  await remove(local, latest?.ReceiptHandle);
  expect(local.engine.counts("jobs").inFlight).toBe(0);
  await expect(remove(local, "nonsense")).rejects.toMatchObject({ name: "ReceiptHandleIsInvalid" });
});

test("a long poll answers as soon as a message is sent", async () => {
  const local = await startQueues(JOBS);
  const waiting = local.engine.receive("jobs", { maxMessages: 1, waitSeconds: 20 });
  local.engine.send("jobs", { body: "hello" });
  await expect(waiting).resolves.toMatchObject([{ body: "hello" }]);
});

test("a long poll over HTTP answers as soon as a message is sent", async () => {
  const local = await startQueues(JOBS);
  const waiting = receive(local, { WaitTimeSeconds: 20 });
  local.engine.send("jobs", { body: "hello" });
  await expect(waiting).resolves.toMatchObject([{ Body: "hello" }]);
});

test("a long poll answers when a delay ends", async () => {
  const local = await startQueues(JOBS);
  local.engine.send("jobs", { body: "later", delaySeconds: 10 });
  const waiting = local.engine.receive("jobs", { maxMessages: 1, waitSeconds: 20 });
  local.clock.advance(10);
  await expect(waiting).resolves.toMatchObject([{ body: "later" }]);
});

test("a long poll answers nothing when its time is over", async () => {
  const local = await startQueues([{ QueueName: "jobs", ReceiveMessageWaitTimeSeconds: 7 }]);
  const waiting = local.engine.receive("jobs", { maxMessages: 1 });
  local.clock.advance(7);
  await expect(waiting).resolves.toEqual([]);
});

test("an abandoned long poll takes no message", async () => {
  const local = await startQueues(JOBS);
  const abandoned = new AbortController();
  const waiting = local.engine.receive("jobs", { maxMessages: 1, waitSeconds: 20, signal: abandoned.signal });
  abandoned.abort();
  local.engine.send("jobs", { body: "hello" });
  await expect(waiting).resolves.toEqual([]);
  expect(local.engine.counts("jobs").visible).toBe(1);
});

test("one receive takes at most 10 messages and waits at most 20 s", async () => {
  const local = await startQueues(JOBS);
  for (let n = 0; n < 12; n += 1) local.engine.send("jobs", { body: `job ${n}` });
  expect(await receive(local, { MaxNumberOfMessages: 10 })).toHaveLength(10);
  for (const input of [{ MaxNumberOfMessages: 11 }, { MaxNumberOfMessages: 0 }, { WaitTimeSeconds: 21 }])
    await expect(receive(local, input)).rejects.toMatchObject({ name: "InvalidParameterValue" });
});

test("a message older than the retention period is gone", async () => {
  const local = await startQueues([{ QueueName: "jobs", MessageRetentionPeriod: 120 }]);
  local.engine.send("jobs", { body: "old" });
  local.clock.advance(90);
  local.engine.send("jobs", { body: "new" });
  local.clock.advance(31);
  expect((await receive(local, { MaxNumberOfMessages: 10 })).map(({ Body }) => Body)).toEqual(["new"]);
});
