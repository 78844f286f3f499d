import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { constructId } from "#infra/construct-id.ts";
import { ServiceOutputs } from "#infra/outputs.ts";
import { PROJECT } from "#infra/project.ts";
import {
  allEntries,
  deployedWith,
  loadRegistry,
  type Registry,
  routesOf,
  splitRoute,
} from "#infra/registry.ts";
import { RESOURCES_WITH_ROOM } from "#infra/template-limits.ts";
import { type SynthesizedTemplate, synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf, statementsOf } from "#test/support/cloud/template.ts";
import { listExpectedActions } from "./expected-actions.ts";
import { countLargestStack, getPart } from "./template-resources.ts";

const GatewayBody = z.object({ paths: z.record(z.string(), z.looseObject({})) });
const MAX_ENVIRONMENT_BYTES = 4096;

let registry: Registry;
let template: SynthesizedTemplate;

beforeAll(async () => {
  registry = deployedWith({}, await loadRegistry());
  // Throws if the templates break a rule of CloudFormation or AWS Solutions.
  template = await synthesizeStage("prod", {}, { validates: true });
});

/** The logical id of the nested stack with the table. */
const dataStack = (): string =>
  Object.entries(template.stacks).find(([, ids]) =>
    ids.some((id) => template.Resources[id]?.Type === "AWS::DynamoDB::GlobalTable"),
  )?.[0] ?? "";

describe("the stack", () => {
  it("has room for more resources, and so has each nested stack", () => {
    expect(countLargestStack(template)).toBeLessThanOrEqual(RESOURCES_WITH_ROOM);
  });

  it("has the functions of a release's first wave, and nested stacks those that read, write and consume", () => {
    const listFunctions = (stack: string) =>
      allEntries(registry).flatMap(({ spec }) =>
        template.stacks[stack]?.some((id) => id.startsWith(`${constructId(spec.id)}Function`))
          ? [spec.id]
          : [],
      );
    expect(Object.keys(template.stacks).toSorted()).toEqual(
      ["", dataStack(), "Consumers", "Monitoring", "Reads", "Writes"].toSorted(),
    );
    expect(listFunctions("")).toEqual(["authorizer", "bookings.cancel", "bookings.create", "bookings.get"]);
    expect(listFunctions("Consumers")).toEqual(registry.consumers.map(({ spec }) => spec.id));
    const others = registry.endpoints.filter(({ spec }) => !listFunctions("").includes(spec.id));
    const { reads = [], writes = [] } = Object.groupBy(others, ({ spec }) =>
      spec.route.startsWith("GET ") ? "reads" : "writes",
    );
    const idsOf = (entries: typeof others) => entries.map(({ spec }) => spec.id);
    expect(listFunctions("Reads")).toEqual([...idsOf(reads), "fallback"].toSorted());
    expect(listFunctions("Writes")).toEqual(idsOf(writes));
  });

  it("sets no environment variables of the local service", () => {
    const functions = JSON.stringify(propertiesOf(template, "AWS::Lambda::Function"));
    expect(functions).toContain("TABLE_NAME");
    expect(functions).not.toMatch(/DEMO_FILE|ALLOW_INSECURE_WEBHOOKS|ALLOW_INSECURE_CALENDARS/);
  });

  it("has no fixed names", () => {
    const names = [
      ...["TableName", "QueueName", "FunctionName", "RoleName", "LogGroupName"],
      ...["BackupVaultName", "AlarmName", "TopicName", "ManagedPolicyName"],
    ];
    const named = Object.entries(template.Resources).filter(([, { Properties }]) =>
      names.some((name) => typeof Properties[name] === "string"),
    );
    expect(named.map(([logicalId]) => logicalId)).toEqual([]);
    const uuid = { "Fn::Select": [2, { "Fn::Split": ["/", { Ref: "AWS::StackId" }] }] };
    expect(propertiesOf(template, "AWS::Backup::BackupVault")).toMatchObject([
      { BackupVaultName: { "Fn::Join": ["-", ["Almanac", uuid]] } },
    ]);
  });

  it("has the logical id that the deployment guide uses for the data stack", async () => {
    const guide = await readFile(join(PROJECT, "docs/deploy.md"), "utf8");
    expect(guide).toContain(`--logical-resource-id ${dataStack()} `);
  });

  it("has outputs with its address and the next command", () => {
    const outputs = Object.entries(ServiceOutputs.shape).filter(
      ([, schema]) => !(schema instanceof z.ZodExactOptional),
    );
    const names = [...outputs.map(([name]) => name), "CursorsKeyId", "NextCommand", "ReleaseAlarmArn"];
    expect(Object.keys(template.Outputs).toSorted()).toEqual(names.toSorted());
    expect(template.Outputs["NextCommand"]?.Value).toContain("npm run admin -- --stack Almanac users create");
  });
});

describe("the data", () => {
  it("is one table with its indexes, its stream, expiry and recovery", () => {
    const index = (name: string) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: `${name}pk`, KeyType: "HASH" },
        { AttributeName: `${name}sk`, KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: name === "GSI1" ? "KEYS_ONLY" : "ALL" },
    });
    expect(propertiesOf(template, "AWS::DynamoDB::GlobalTable")).toEqual([
      expect.objectContaining({
        BillingMode: "PAY_PER_REQUEST",
        GlobalSecondaryIndexes: ["GSI1", "GSI2", "GSI3"].map(index),
        Replicas: [
          expect.objectContaining({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
            Region: { Ref: "AWS::Region" },
          }),
        ],
        StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
        TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      }),
    ]);
  });

  it("is in encrypted queues, each of which is or has a dead-letter queue", () => {
    const queues = propertiesOf(template, "AWS::SQS::Queue");
    expect(queues).toHaveLength(13);
    for (const queue of queues) expect(queue).toMatchObject({ SqsManagedSseEnabled: true });
    const redriven = queues.filter((queue) => "RedrivePolicy" in queue);
    expect(redriven).toHaveLength(6);
    for (const queue of redriven) expect(queue).toMatchObject({ RedrivePolicy: { maxReceiveCount: 5 } });
    expect(propertiesOf(template, "AWS::SQS::QueuePolicy")).toHaveLength(13);
  });

  it("has a rotating key for secrets, and a signing key for cursors", () => {
    expect(propertiesOf(template, "AWS::KMS::Key")).toMatchObject([
      { EnableKeyRotation: true, MultiRegion: true },
      { KeySpec: "HMAC_256", KeyUsage: "GENERATE_VERIFY_MAC", MultiRegion: true },
    ]);
  });
});

describe("every function", () => {
  it("runs on Node 24 and arm64, with a log that expires", () => {
    for (const { spec } of allEntries(registry)) {
      expect(getPart(template, spec, "Function").Properties).toMatchObject({
        Architectures: ["arm64"],
        Handler: "index.handler",
        MemorySize: 1024,
        Runtime: "nodejs24.x",
      });
      expect(getPart(template, spec, "Log").Properties).toMatchObject({ RetentionInDays: 90 });
    }
  });

  it("has exactly the permissions of its spec, its event source and its log", () => {
    for (const { spec } of allEntries(registry)) {
      const actions = statementsOf(getPart(template, spec, "Role")).flatMap((statement) => statement.Action);
      expect([spec.id, ...new Set(actions.toSorted())]).toEqual([spec.id, ...listExpectedActions(spec)]);
    }
  });

  it("has permissions without wildcards", () => {
    const roles = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::IAM::Role");
    const statements = roles.flatMap(statementsOf);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((statement) => JSON.stringify(statement).includes("*"))).toEqual([]);
    expect(statements.filter((statement) => statement.Effect !== "Allow")).toEqual([]);
  });

  it("has an environment within Lambda's limit", () => {
    for (const { Environment = {} } of propertiesOf(template, "AWS::Lambda::Function"))
      expect(JSON.stringify(Environment).length).toBeLessThan(MAX_ENVIRONMENT_BYTES);
  });
});

it("every consumer reports failed items, and sends permanent failures to a queue", () => {
  const mappings = propertiesOf(template, "AWS::Lambda::EventSourceMapping");
  const sources = registry.consumers.filter(({ spec }) => !("schedule" in spec.source));
  expect(mappings).toHaveLength(sources.length);
  for (const mapping of mappings) {
    expect(mapping).toMatchObject({ FunctionResponseTypes: ["ReportBatchItemFailures"] });
    if (!("StartingPosition" in mapping)) continue;
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
      FilterCriteria: { Filters: expect.any(Array) },
      MaximumRetryAttempts: 5,
    });
  }
});

it("the functions that send webhooks may run in a loop, and no others", () => {
  const looping = allEntries(registry).flatMap(({ spec }) =>
    getPart(template, spec, "Function").Properties["RecursiveLoop"] === "Allow" ? [spec.id] : [],
  );
  expect(looping.toSorted()).toEqual(["events.deliver", "events.wake"]);
});

it("the API has all routes of the registry, with aliases", () => {
  const [api] = propertiesOf(template, "AWS::ApiGateway::RestApi");
  const { paths } = GatewayBody.parse(api?.["Body"]);
  const routes = registry.endpoints.flatMap(({ spec }) => routesOf(spec)).map(splitRoute);
  expect(Object.keys(paths).toSorted()).toEqual(
    [...new Set(["/", "/{proxy+}", ...routes.map(({ path }) => path)])].toSorted(),
  );
  for (const { method, path } of routes) expect(paths[path]).toHaveProperty(method.toLowerCase());
});

it("the alarms include security metrics, and every function emits the metrics of its stack", () => {
  const watched = propertiesOf(template, "AWS::CloudWatch::Alarm").map(({ MetricName }) => MetricName);
  for (const name of ["code.reused", "refresh.reused", "client.auth_failed", "sign_in.throttled"])
    expect(watched).toContain(name);
  for (const { spec } of allEntries(registry))
    expect(getPart(template, spec, "Function").Properties).toMatchObject({
      Environment: { Variables: { STACK_NAME: "Almanac" } },
    });
});
