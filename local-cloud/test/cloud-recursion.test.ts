import { expect, it, vi } from "vitest";
import { runningCloud } from "./running-cloud.ts";

/** Counts down the number in its message, by a message to its own queue. The client of the service sends the same headers. */
const LOOP = `export const handler = async ({ Records: [{ body }] }) => {
  console.log(body);
  if (body === "1") return;
  const name = process.env.AWS_ACCESS_KEY_ID;
  const response = await fetch(process.env.AWS_ENDPOINT_URL, {
    method: "POST",
    headers: {
      "x-amz-target": "AmazonSQS.SendMessage",
      "authorization": \`AWS4-HMAC-SHA256 Credential=\${name}/20310101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0\`,
      "x-amzn-trace-id": process.env._X_AMZN_TRACE_ID,
    },
    body: JSON.stringify({ QueueUrl: process.env.QUEUE_URL, MessageBody: String(Number(body) - 1) }),
  });
  if (!response.ok) throw new Error(await response.text());
};`;

/** A queue whose messages return after some seconds: longer than a run may take on a busy machine, or a chain would run twice. */
const queue = (deadLetters: object, VisibilityTimeout: number) => ({
  Type: "AWS::SQS::Queue",
  Properties: {
    VisibilityTimeout,
    RedrivePolicy: { deadLetterTargetArn: deadLetters, maxReceiveCount: 2 },
  },
});
const failures = { "Fn::GetAtt": ["Failures", "Arn"] };

/** A function with its own queue, and its mapping. */
const loopOver = (name: string) => {
  const QueueArn = { "Fn::GetAtt": [name, "Arn"] };
  return {
    code: LOOP,
    environment: { QUEUE_URL: { Ref: name } },
    statements: [{ Effect: "Allow", Action: "sqs:SendMessage", Resource: QueueArn }],
  };
};
const mapping = (functionName: string, queueName: string) => ({
  Type: "AWS::Lambda::EventSourceMapping",
  Properties: {
    FunctionName: { Ref: functionName },
    EventSourceArn: { "Fn::GetAtt": [queueName, "Arn"] },
    BatchSize: 1,
  },
});

const cloud = runningCloud({
  functions: {
    Stopped: loopOver("First"),
    Allowed: { ...loopOver("Second"), properties: { RecursiveLoop: "Allow" } },
  },
  resources: {
    First: queue(failures, 5),
    Second: queue(failures, 60),
    FirstSource: mapping("Stopped", "First"),
    SecondSource: mapping("Allowed", "Second"),
  },
});

const runsOf = (name: string) => cloud().logs(name).length;
const eventually = (check: () => void) => vi.waitFor(check, 30_000);

it("stops a function that would run a 17th time in one chain of messages", async () => {
  cloud().queues.send("Test-First", { body: "20" });
  await eventually(() => expect(cloud().queues.counts("Test-Failures").visible).toBe(1));
  expect(runsOf("Stopped")).toBe(16);
  const [deadLetter] = await cloud().queues.receive("Test-Failures", { maxMessages: 1 });
  expect(deadLetter).toMatchObject({ body: "4" });
});

it("does not stop a function that runs 16 times in each of two chains", async () => {
  const before = runsOf("Stopped");
  for (const _ of [1, 2]) cloud().queues.send("Test-First", { body: "16" });
  await eventually(() => expect(runsOf("Stopped")).toBe(before + 32));
  expect(cloud().queues.counts("Test-Failures").visible).toBe(0);
});

it("does not stop a function with RecursiveLoop: Allow", async () => {
  cloud().queues.send("Test-Second", { body: "40" });
  await eventually(() => expect(runsOf("Allowed")).toBe(40));
  expect(cloud().queues.counts("Test-Failures").visible).toBe(0);
});
