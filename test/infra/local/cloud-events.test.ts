import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { callEngine } from "#infra/local/aws/engine-call.ts";
import { type Cloud, startCloud } from "#infra/local/cloud.ts";
import { writeAssembly } from "./assembly-builder.ts";

/** Prints each batch; the text of a message decides its result. */
const WORKER = `export const handler = async ({ Records }) => {
  const bodies = Records.map(({ body }) => body);
  console.log(JSON.stringify({ bodies, keys: Object.keys(Records[0]).sort(), count: Records[0].attributes.ApproximateReceiveCount }));
  if (bodies.includes("throw")) throw new Error("thrown");
  return { batchItemFailures: Records.filter(({ body }) => body === "fail").map(({ messageId }) => ({ itemIdentifier: messageId })) };
};`;

const READER = `export const handler = async ({ Records }) => {
  console.log(JSON.stringify(Records.map(({ eventName, eventSourceARN, dynamodb }) => [eventName, dynamodb.Keys.pk.S, eventSourceARN])));
  if (process.env.BREAKS === "1") throw new Error("broken");
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

let assembly: string;
let cloud: Cloud;

beforeAll(async () => {
  const filter = (pattern: object) => ({
    FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
  });
  const stream = { EventSourceArn: arn("Table", "StreamArn"), StartingPosition: "TRIM_HORIZON" };
  assembly = await writeAssembly({
    functions: {
      Worker: { code: WORKER },
      Inserts: { code: READER },
      Removals: { code: READER },
      Clock: { code: "export const handler = async (event) => console.log(JSON.stringify(event));" },
    },
    resources: {
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
});

afterEach(() => cloud?.stop());

async function start(directory?: string, environment = {}): Promise<string> {
  const folder = directory ?? (await mkdtemp(join(tmpdir(), "cloud-")));
  cloud = await startCloud({ directory: folder, port: 0, assembly, environment });
  return folder;
}

const printed = (functionId: string) =>
  cloud
    .logs(functionId)
    .map((line) => JSON.parse(line))
    .filter((line) => line.level !== "ERROR");

const write = (action: "PutItem" | "DeleteItem", request: object) =>
  callEngine(cloud.tableEndpoint, `DynamoDB_20120810.${action}`, {
    TableName: cloud.outputs.TableName,
    ...request,
  });
const put = (pk: string) => write("PutItem", { Item: { pk: { S: pk } } });
const remove = (pk: string) => write("DeleteItem", { Key: { pk: { S: pk } } });

/** The keys a stream function has seen, in the order of its calls. */
const seen = (functionId: string): string[] =>
  printed(functionId)
    .flat()
    .map(([, key]) => key);

describe("a queue", () => {
  const bodies = () => printed("Worker").flatMap((line) => line.bodies);
  const send = (...messages: string[]) => {
    for (const body of messages) cloud.queues.send("Test-Events", { body });
  };

  it("hands its messages to the function as SQS records", async () => {
    await start();
    send("hello");
    await vi.waitFor(() => expect(bodies()).toEqual(["hello"]));
    expect(printed("Worker")[0].keys).toEqual(
      ["messageId", "receiptHandle", "body", "attributes", "messageAttributes"]
        .concat(["md5OfBody", "eventSource", "eventSourceARN", "awsRegion"])
        .toSorted(),
    );
    await vi.waitFor(() =>
      expect(cloud.queues.counts("Test-Events")).toMatchObject({ visible: 0, inFlight: 0 }),
    );
  });

  it("keeps only the messages that are reported, until their visibility ends", async () => {
    await start();
    send("fail", "fine");
    await vi.waitFor(() => expect(bodies().toSorted()).toEqual(["fail", "fine"]));
    await vi.waitFor(() =>
      expect(cloud.queues.counts("Test-Events")).toMatchObject({ visible: 0, inFlight: 1 }),
    );
    await vi.waitFor(() => expect(bodies().filter((body) => body === "fail")).toHaveLength(2), 5000);
  });

  it("gives a message that always throws to the dead-letter queue", async () => {
    await start();
    send("throw");
    await vi.waitFor(() => expect(cloud.queues.counts("Test-Failures").visible).toBe(1), 15_000);
    expect(bodies()).toEqual(Array(5).fill("throw"));
  });
});

describe("a stream", () => {
  it("feeds each function what passes its filters", async () => {
    await start();
    await put("E#1");
    await put("X#1");
    await remove("X#1");
    await put("E#2");
    await vi.waitFor(() => expect(seen("Inserts")).toEqual(["E#1", "E#2"]));
    await vi.waitFor(() => expect(seen("Removals")).toEqual(["X#1"]));
    const arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Test-Table/stream/local";
    expect(printed("Removals").flat()).toEqual([["REMOVE", "X#1", arn]]);
  });

  it("goes on after a restart where it had come to", async () => {
    const directory = await start();
    await put("E#1");
    await vi.waitFor(() => expect(seen("Inserts")).toEqual(["E#1"]));
    await cloud.stop();
    await start(directory);
    await put("E#2");
    await vi.waitFor(() => expect(seen("Inserts")).toEqual(["E#2"]));
  });

  it("loses nothing that its function did not finish before a restart", async () => {
    const directory = await start(undefined, { BREAKS: "1" });
    await put("E#1");
    await vi.waitFor(() => expect(seen("Inserts")).toContain("E#1"));
    await cloud.stop();
    await start(directory);
    await vi.waitFor(() => expect(seen("Inserts")).toEqual(["E#1"]));
  });
});

describe("a schedule", () => {
  it("sends what EventBridge sends", async () => {
    await start();
    await cloud.runSchedules();
    expect(printed("Clock")).toMatchObject([
      { "detail-type": "Scheduled Event", source: "aws.events", detail: {} },
    ]);
  });
});

describe("a cloud that cannot start", () => {
  it("leaves its folder to the next one", async () => {
    const directory = await mkdtemp(join(tmpdir(), "cloud-"));
    const Broken = {
      Type: "AWS::Lambda::EventSourceMapping",
      Properties: { FunctionName: "a", EventSourceArn: "b" },
    };
    const parts = { functions: {}, paths: { "/a": { trace: {} } } };
    const broken = [
      await writeAssembly(parts),
      await writeAssembly({ ...parts, paths: {}, resources: { Broken } }),
    ];
    for (const folder of broken)
      await expect(startCloud({ directory, port: 0, assembly: folder })).rejects.toThrow();
    await start(directory);
    expect(cloud.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  });
});
