import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { callEngine } from "#local-cloud/aws/engine-call.ts";
import { type Cloud, startCloud } from "#local-cloud/cloud.ts";
import { writeAssembly } from "./assembly-builder.ts";

/** Prints each batch. The body of a message determines its result. */
const WORKER = `export const handler = async ({ Records }) => {
  const bodies = Records.map(({ body }) => body);
  console.log(JSON.stringify({ bodies, keys: Object.keys(Records[0]).sort(), count: Records[0].attributes.ApproximateReceiveCount }));
  if (bodies.includes("throw")) throw new Error("thrown");
  return { batchItemFailures: Records.filter(({ body }) => body === "fail").map(({ messageId }) => ({ itemIdentifier: messageId })) };
};`;

const READER = `export const handler = async ({ Records }) => {
  console.log(JSON.stringify(Records.map(({ eventName, eventSourceARN, dynamodb }) => [eventName, dynamodb.Keys.pk.S, eventSourceARN])));
  if (process.env.FAILS === "1") throw new Error("broken");
};`;

const arn = (name: string, attribute = "Arn") => ({ "Fn::GetAtt": [name, attribute] });
const mapping = (name: string, properties: object) => ({
  Type: "AWS::Lambda::EventSourceMapping",
  Properties: {
    FunctionName: { Ref: name },
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    ...properties,
  },
});

/** Assemblies by the seconds for which a received message is invisible: `long` is more than any call takes, as AWS requires. */
let assemblies: { short: string; long: string };
let cloud: Cloud;

beforeAll(async () => {
  assemblies = { short: await writeEvents(1), long: await writeEvents(11) };
});

function writeEvents(VisibilityTimeout: number): Promise<string> {
  const filter = (pattern: object) => ({
    FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
  });
  const stream = { EventSourceArn: arn("Table", "StreamArn"), StartingPosition: "TRIM_HORIZON" };
  return writeAssembly({
    functions: {
      Worker: { code: WORKER },
      Inserts: { code: READER },
      Removals: { code: READER },
      Clock: { code: "export const handler = async (event) => console.log(JSON.stringify(event));" },
    },
    resources: {
      Events: {
        Type: "AWS::SQS::Queue",
        Properties: {
          VisibilityTimeout,
          RedrivePolicy: { deadLetterTargetArn: arn("Failures"), maxReceiveCount: 5 },
        },
      },
      Queue: mapping("Worker", { EventSourceArn: arn("Events"), BatchSize: 10 }),
      First: mapping("Inserts", {
        ...stream,
        ...filter({ eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [{ prefix: "E#" }] } } } }),
      }),
      Second: mapping("Removals", { ...stream, ...filter({ eventName: ["REMOVE"] }) }),
      Rule: {
        Type: "AWS::Events::Rule",
        Properties: { ScheduleExpression: "rate(1 minute)", Targets: [{ Arn: arn("Clock") }] },
      },
    },
  });
}

afterEach(() => cloud?.stop());

async function start(directory?: string, environment = {}, assembly = assemblies.long): Promise<string> {
  const folder = directory ?? (await mkdtemp(join(tmpdir(), "cloud-")));
  cloud = await startCloud({ directory: folder, port: 0, assembly, environment });
  return folder;
}

const listOutput = (functionId: string) =>
  cloud
    .logs(functionId)
    .map((line) => JSON.parse(line))
    .filter((line) => line.level !== "ERROR");

const write = (action: "PutItem" | "DeleteItem", request: object) =>
  callEngine(cloud.tableEndpoint, `DynamoDB_20120810.${action}`, {
    TableName: cloud.outputs["TableName"],
    ...request,
  });
const put = (pk: string) => write("PutItem", { Item: { pk: { S: pk } } });
const remove = (pk: string) => write("DeleteItem", { Key: { pk: { S: pk } } });

/** Waits until a check passes. The first call of a function takes more than the default second on a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, 30_000);

/** Lists the keys that a stream function has received, in the order of its calls. */
const listKeys = (functionId: string): string[] =>
  listOutput(functionId)
    .flat()
    .map(([, key]) => key);

describe("a queue", () => {
  const bodies = () => listOutput("Worker").flatMap((line) => line.bodies);
  const send = (...messages: string[]) => {
    for (const body of messages) cloud.queues.send("Test-Events", { body });
  };

  it("passes its messages to the function as SQS records", async () => {
    await start();
    send("hello");
    await eventually(() => expect(bodies()).toEqual(["hello"]));
    expect(listOutput("Worker")[0].keys).toEqual(
      ["messageId", "receiptHandle", "body", "attributes", "messageAttributes"]
        .concat(["md5OfBody", "eventSource", "eventSourceARN", "awsRegion"])
        .toSorted(),
    );
    await eventually(() =>
      expect(cloud.queues.counts("Test-Events")).toMatchObject({ visible: 0, inFlight: 0 }),
    );
  });

  it("redelivers only the reported messages, after their visibility timeout", async () => {
    await start();
    send("fail", "fine");
    await eventually(() => expect(bodies().toSorted()).toEqual(["fail", "fine"]));
    await eventually(() =>
      expect(cloud.queues.counts("Test-Events")).toMatchObject({ visible: 0, inFlight: 1 }),
    );
    await eventually(() => expect(bodies().filter((body) => body === "fail")).toHaveLength(2));
  });

  it("moves a message that always fails to the dead-letter queue", async () => {
    await start(undefined, {}, assemblies.short);
    send("throw");
    await eventually(() => expect(cloud.queues.counts("Test-Failures").visible).toBe(1));
    // A call that takes longer than the message is invisible has not ended yet.
    await eventually(() => expect(bodies()).toEqual(Array(5).fill("throw")));
  });
});

describe("a stream", () => {
  it("passes the matching records to each function", async () => {
    await start();
    await put("E#1");
    await put("X#1");
    await remove("X#1");
    await put("E#2");
    await eventually(() => expect(listKeys("Inserts")).toEqual(["E#1", "E#2"]));
    await eventually(() => expect(listKeys("Removals")).toEqual(["X#1"]));
    const arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Test-Table/stream/local";
    expect(listOutput("Removals").flat()).toEqual([["REMOVE", "X#1", arn]]);
  });

  it("continues at its position after a restart", async () => {
    const directory = await start();
    await put("E#1");
    await eventually(() => expect(listKeys("Inserts")).toEqual(["E#1"]));
    await cloud.stop();
    await start(directory);
    await put("E#2");
    await eventually(() => expect(listKeys("Inserts")).toEqual(["E#2"]));
  });

  it("delivers records again that its function did not process before a restart", async () => {
    const directory = await start(undefined, { FAILS: "1" });
    await put("E#1");
    await eventually(() => expect(listKeys("Inserts")).toContain("E#1"));
    await cloud.stop();
    await start(directory);
    await eventually(() => expect(listKeys("Inserts")).toEqual(["E#1"]));
  });
});

it("a schedule sends the event of EventBridge", async () => {
  await start();
  await cloud.runSchedules();
  expect(listOutput("Clock")).toMatchObject([
    { "detail-type": "Scheduled Event", source: "aws.events", detail: {} },
  ]);
});

it("a cloud that can't start releases its folder", async () => {
  const directory = await mkdtemp(join(tmpdir(), "cloud-"));
  const Broken = {
    Type: "AWS::Lambda::EventSourceMapping",
    Properties: { FunctionName: "a", EventSourceArn: "b" },
  };
  const parts = { functions: {}, paths: { "/a": { trace: {} } } };
  const invalid = [
    await writeAssembly(parts),
    await writeAssembly({ ...parts, paths: {}, resources: { Broken } }),
  ];
  for (const folder of invalid)
    await expect(startCloud({ directory, port: 0, assembly: folder })).rejects.toThrow();
  await start(directory);
  expect(cloud.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(cloud.outputs["BaseUrl"]).toBe(cloud.baseUrl);
});
