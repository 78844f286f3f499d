import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
  TagQueueCommand,
} from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { type LocalQueues, startQueues } from "#local-cloud/testing/local-queues.ts";

const arn = (queue: string): string => `arn:aws:sqs:us-east-1:000000000000:${queue}`;
const WITH_DEAD_LETTERS = [
  {
    QueueName: "jobs",
    VisibilityTimeout: 60,
    RedrivePolicy: { deadLetterTargetArn: arn("dead"), maxReceiveCount: 2 },
  },
  { QueueName: "dead" },
];

/** Receives the only job until it is in the dead-letter queue. */
async function failPermanently({ engine, clock }: LocalQueues): Promise<void> {
  for (let receives = 0; receives < 3; receives += 1) {
    await engine.receive("jobs", { maxMessages: 10 });
    clock.advance(60);
  }
}

test("a message received too often moves to the dead-letter queue, with its source queue", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  const { messageId } = local.engine.send("jobs", { body: "poison" });
  local.engine.send("dead", { body: "sent here by hand" });
  await failPermanently(local);
  expect(local.engine.counts("jobs")).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  const response = await local.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: local.url("dead"),
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ["DeadLetterQueueSourceArn"],
    }),
  );
  expect(response.Messages).toMatchObject([
    { Body: "sent here by hand" },
    { MessageId: messageId, Body: "poison", Attributes: { DeadLetterQueueSourceArn: arn("jobs") } },
  ]);
});

test("a dead letter does not block the messages after it", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  local.engine.send("jobs", { body: "poison" });
  for (let receives = 0; receives < 2; receives += 1) {
    await local.engine.receive("jobs", { maxMessages: 1 });
    local.clock.advance(60);
  }
  local.engine.send("jobs", { body: "valid" });
  await expect(local.engine.receive("jobs", { maxMessages: 1 })).resolves.toMatchObject([{ body: "valid" }]);
});

test("a move task sends dead letters again, as new messages", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  const { messageId } = local.engine.send("jobs", { body: "poison", groupId: "g" });
  await failPermanently(local);
  const started = await local.sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn("dead") }));
  expect(started.TaskHandle).toBeTypeOf("string");
  const [message] = await local.engine.receive("jobs", { maxMessages: 1 });
  expect(message).toMatchObject({
    body: "poison",
    attributes: { ApproximateReceiveCount: "1", MessageGroupId: "g" },
  });
  expect(message?.messageId).not.toBe(messageId);
  const tasks = await local.sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn("dead") }));
  expect(tasks.Results).toMatchObject([
    { Status: "COMPLETED", SourceArn: arn("dead"), ApproximateNumberOfMessagesMoved: 1 },
  ]);
});

test("a move task requires a dead-letter queue, and messages with a source queue or a destination", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  const move = (SourceArn: string, DestinationArn?: string) =>
    local.sqs.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));
  await expect(move(arn("jobs"))).rejects.toMatchObject({ name: "InvalidParameterValue" });
  await expect(move(arn("nowhere"))).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  local.engine.send("dead", { body: "sent here by hand" });
  await move(arn("dead"));
  const tasks = await local.sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn("dead") }));
  expect(tasks.Results).toMatchObject([
    { Status: "FAILED", FailureReason: "CouldNotDetermineMessageSource" },
  ]);
  await move(arn("dead"), arn("jobs"));
  expect(local.engine.counts("jobs").visible).toBe(1);
});

test("the source queues of a dead-letter queue can be listed", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  const response = await local.sqs.send(
    new ListDeadLetterSourceQueuesCommand({ QueueUrl: local.url("dead") }),
  );
  expect(response.queueUrls).toEqual([local.url("jobs")]);
});

test("visible, in-flight and delayed messages are counted separately", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  for (const body of ["a", "b", "c"]) local.engine.send("jobs", { body });
  local.engine.send("jobs", { body: "d", delaySeconds: 30 });
  await local.engine.receive("jobs", { maxMessages: 1 });
  const response = await local.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: local.url("jobs"), AttributeNames: ["All"] }),
  );
  expect(response.Attributes).toMatchObject({
    QueueArn: arn("jobs"),
    ApproximateNumberOfMessages: "2",
    ApproximateNumberOfMessagesNotVisible: "1",
    ApproximateNumberOfMessagesDelayed: "1",
    VisibilityTimeout: "60",
    MaximumMessageSize: "1048576",
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn("dead"), maxReceiveCount: 2 }),
  });
  expect(response.Attributes).not.toHaveProperty("FifoQueue");
});

test("a purge deletes all messages, and is allowed once a minute", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  local.engine.send("jobs", { body: "hello" });
  const purge = () => local.sqs.send(new PurgeQueueCommand({ QueueUrl: local.url("jobs") }));
  await purge();
  expect(local.engine.counts("jobs").visible).toBe(0);
  await expect(purge()).rejects.toMatchObject({ name: "PurgeQueueInProgress" });
  local.clock.advance(60);
  await purge();
});

test("queues are found by name and by prefix", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  const found = await local.sqs.send(new GetQueueUrlCommand({ QueueName: "dead" }));
  expect(found.QueueUrl).toBe(local.url("dead"));
  const listed = await local.sqs.send(new ListQueuesCommand({ QueueNamePrefix: "jo" }));
  expect(listed.QueueUrls).toEqual([local.url("jobs")]);
});

test("errors have SQS's names, older codes and statuses", async () => {
  const local = await startQueues(WITH_DEAD_LETTERS);
  const send = (QueueUrl: string, MessageBody: string) =>
    local.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  await expect(send(local.url("nowhere"), "hello")).rejects.toMatchObject({
    name: "QueueDoesNotExist",
    message: "The specified queue does not exist.",
    $fault: "client",
    $metadata: { httpStatusCode: 400 },
  });
  await expect(send(local.url("jobs"), "")).rejects.toMatchObject({
    name: "MissingParameter",
    message: "The request must contain the parameter MessageBody.",
  });
  await expect(send(local.url("jobs"), "\uFFFF")).rejects.toMatchObject({ name: "InvalidMessageContents" });
  await expect(
    local.sqs.send(new TagQueueCommand({ QueueUrl: local.url("jobs"), Tags: {} })),
  ).rejects.toMatchObject({ name: "UnknownOperationException" });
  await expect(
    local.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: local.url("jobs"), AttributeNames: ["FifoThroughputLimit"] }),
    ),
  ).rejects.toMatchObject({ name: "InvalidAttributeName" });
});
