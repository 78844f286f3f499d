import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { constructId } from "#infra/construct-id.ts";
import { ServiceOutputs } from "#infra/outputs.ts";
import { SERVICES, splitPermission } from "#infra/permission-resources.ts";
import { PROJECT } from "#infra/project.ts";
import {
  allEntries,
  deployedWith,
  loadRegistry,
  type Registry,
  routesOf,
  splitRoute,
} from "#infra/registry.ts";
import { type Resource, type SynthesizedTemplate, synthesizeStage } from "#infra/upgrade/templates.ts";
import type { FunctionSpec } from "#lib/http/spec.ts";
import { propertiesOf, statementsOf } from "#test/support/cloud/template.ts";

const GatewayBody = z.object({ paths: z.record(z.string(), z.looseObject({})) });
/** CloudFormation takes 500; what is left is for what an operator adds. */
const MOST_RESOURCES = 400;
const LARGEST_ENVIRONMENT_BYTES = 4096;

let registry: Registry;
let template: SynthesizedTemplate;

beforeAll(async () => {
  registry = deployedWith({}, await loadRegistry());
  // Throws on what CloudFormation or AWS Solutions would not have.
  template = await synthesizeStage("prod", {}, { validates: true });
});

const resource = (logicalId: string): Resource => {
  const found = template.Resources[logicalId];
  if (found === undefined) throw new Error(`the template has no ${logicalId}`);
  return found;
};
const partOf = (spec: FunctionSpec, part: "Function" | "Role" | "Log"): Resource => {
  const name = new RegExp(`^${constructId(spec.id)}${part}[0-9A-F]{8}$`);
  const logicalId = Object.keys(template.Resources).find((id) => name.test(id));
  return resource(logicalId ?? `${constructId(spec.id)}${part}`);
};

describe("the stack", () => {
  it(`has no more than ${MOST_RESOURCES} resources`, () => {
    const count = Object.keys(template.Resources).length;
    console.log(`${count} resources, ${allEntries(registry).length} functions`);
    expect(count).toBeLessThanOrEqual(MOST_RESOURCES);
  });

  it("gives no function a variable of the local service", () => {
    const functions = JSON.stringify(propertiesOf(template, "AWS::Lambda::Function"));
    expect(functions).toContain("TABLE_NAME");
    expect(functions).not.toMatch(/DEMO_FILE|ALLOW_INSECURE_WEBHOOKS/);
  });

  it("gives nothing a fixed name", () => {
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

  it("is removed with the name that its guide has for the data stack", async () => {
    const [data, ...others] = Object.entries(template.Resources).filter(
      ([, { Type }]) => Type === "AWS::CloudFormation::Stack",
    );
    expect(others).toEqual([]);
    const guide = await readFile(join(PROJECT, "docs/deploy.md"), "utf8");
    expect(guide).toContain(`--logical-resource-id ${data?.[0]} `);
  });

  it("tells an operator where it is and what to do next", () => {
    const { PasswordSignIn: _, ...outputs } = ServiceOutputs.shape;
    const names = [...Object.keys(outputs), "NextCommand", "ReleaseAlarmArn"];
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

  it("waits in encrypted queues, each of which is or has a dead-letter queue", () => {
    const queues = propertiesOf(template, "AWS::SQS::Queue");
    expect(queues).toHaveLength(9);
    for (const queue of queues) expect(queue).toMatchObject({ SqsManagedSseEnabled: true });
    const redriven = queues.filter((queue) => "RedrivePolicy" in queue);
    expect(redriven).toHaveLength(4);
    for (const queue of redriven) expect(queue).toMatchObject({ RedrivePolicy: { maxReceiveCount: 5 } });
    expect(propertiesOf(template, "AWS::SQS::QueuePolicy")).toHaveLength(9);
  });

  it("has a key for secrets that rotates, and one for cursors that only signs", () => {
    expect(propertiesOf(template, "AWS::KMS::Key")).toMatchObject([
      { EnableKeyRotation: true, MultiRegion: true },
      { KeySpec: "HMAC_256", KeyUsage: "GENERATE_VERIFY_MAC", MultiRegion: true },
    ]);
  });
});

describe("every function", () => {
  it("runs on Node 24 and arm64 with a log that ends", () => {
    for (const { spec } of allEntries(registry)) {
      expect(partOf(spec, "Function").Properties).toMatchObject({
        Architectures: ["arm64"],
        Handler: "index.handler",
        MemorySize: 1024,
        Runtime: "nodejs24.x",
      });
      expect(partOf(spec, "Log").Properties).toMatchObject({ RetentionInDays: 90 });
    }
  });

  it("may do exactly what its spec permits, read its source and write its log", () => {
    for (const { spec } of allEntries(registry)) {
      const actions = statementsOf(partOf(spec, "Role")).flatMap((statement) => statement.Action);
      expect([spec.id, ...new Set(actions.toSorted())]).toEqual([spec.id, ...expectedActions(spec)]);
    }
  });

  it("may do it to named resources only", () => {
    const roles = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::IAM::Role");
    const statements = roles.flatMap(statementsOf);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((statement) => JSON.stringify(statement).includes("*"))).toEqual([]);
    expect(statements.filter((statement) => statement.Effect !== "Allow")).toEqual([]);
  });

  it("has an environment that Lambda takes", () => {
    for (const { Properties } of Object.values(template.Resources).filter(
      ({ Type }) => Type === "AWS::Lambda::Function",
    )) {
      expect(JSON.stringify(Properties["Environment"] ?? {}).length).toBeLessThan(LARGEST_ENVIRONMENT_BYTES);
    }
  });

  it("never lets a deployed webhook reach private addresses", () => {
    expect(JSON.stringify(template)).not.toContain("ALLOW_INSECURE_WEBHOOKS");
  });
});

describe("every consumer", () => {
  it("fails in parts, and loses nothing that fails permanently", () => {
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
});

describe("the API", () => {
  it("has the routes of the registry, each alias included", () => {
    const [api] = propertiesOf(template, "AWS::ApiGateway::RestApi");
    const { paths } = GatewayBody.parse(api?.["Body"]);
    const routes = registry.endpoints.flatMap(({ spec }) => routesOf(spec)).map(splitRoute);
    expect(Object.keys(paths).toSorted()).toEqual(
      [...new Set(["/", "/{proxy+}", ...routes.map(({ path }) => path)])].toSorted(),
    );
    for (const { method, path } of routes) expect(paths[path]).toHaveProperty(method.toLowerCase());
  });
});

describe("the alarms", () => {
  it("watch what concerns security, and every function emits the metrics of its own stack", () => {
    const watched = propertiesOf(template, "AWS::CloudWatch::Alarm").map(({ MetricName }) => MetricName);
    for (const name of ["code.reused", "refresh.reused", "client.auth_failed", "sign_in.throttled"])
      expect(watched).toContain(name);
    for (const { spec } of allEntries(registry))
      expect(partOf(spec, "Function").Properties).toMatchObject({
        Environment: { Variables: { STACK_NAME: "Almanac" } },
      });
  });
});

function expectedActions(spec: FunctionSpec): string[] {
  const granted = spec.permissions
    .map(splitPermission)
    .map(({ resource, action }) => `${SERVICES[resource]}:${action}`);
  const log = ["logs:CreateLogStream", "logs:PutLogEvents"];
  return [...new Set([...granted, ...sourceActions(spec), ...log])].toSorted();
}

function sourceActions(spec: FunctionSpec): string[] {
  if (!("source" in spec) || "schedule" in spec.source) return [];
  if ("queue" in spec.source)
    return [
      "sqs:ChangeMessageVisibility",
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
      "sqs:ReceiveMessage",
    ];
  const reads = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];
  return [...reads.map((read) => `dynamodb:${read}`), "sqs:SendMessage"];
}
