import { describe, expect, it } from "vitest";
import { readApi } from "#local-cloud/gateway/api-document.ts";
import { readAssembly } from "#local-cloud/template/assembly.ts";
import { readBlueprint } from "#local-cloud/template/blueprint.ts";
import { type AssemblyParts, writeAssembly } from "#local-cloud/test/assembly-builder.ts";

const arn = (name: string, attribute = "Arn") => ({ "Fn::GetAtt": [name, attribute] });
const idle = { code: "" };

async function buildBlueprint(parts: Partial<AssemblyParts>) {
  const assembly = await readAssembly(await writeAssembly({ functions: { Echo: idle }, ...parts }));
  return readBlueprint(assembly, { aws: "http://127.0.0.1:4000" });
}

const mapping = (properties: object) => ({
  Mapping: {
    Type: "AWS::Lambda::EventSourceMapping",
    Properties: { FunctionName: { Ref: "Echo" }, ...properties },
  },
});

describe("reading an assembly", () => {
  it("gives tables, queues and keys local names", async () => {
    const { tables, queues, outputs } = await buildBlueprint({});
    expect(tables.map(({ TableName }) => TableName)).toEqual(["Test-Table"]);
    expect(queues).toMatchObject([
      {
        QueueName: "Test-Events",
        RedrivePolicy: { deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:Test-Failures" },
      },
      { QueueName: "Test-Failures" },
    ]);
    expect(outputs.get("EventsQueueUrl")).toBe("http://127.0.0.1:4000/000000000000/Test-Events");
    expect(outputs.get("SecretsKeyId")).toMatch(/^arn:aws:kms:us-east-1:000000000000:key\/[0-9a-f-]{36}$/);
  });

  it("resolves the properties of a function", async () => {
    const statements = [{ Effect: "Allow", Action: "dynamodb:GetItem", Resource: [arn("Table")] }];
    const { functions, callers } = await buildBlueprint({
      functions: { Echo: { code: "", environment: { TABLE_NAME: { Ref: "Table" } }, statements } },
    });
    expect(functions).toMatchObject([
      {
        name: "Echo",
        handler: "index.handler",
        timeoutSeconds: 10,
        environment: { TABLE_NAME: "Test-Table" },
      },
    ]);
    expect(callers.get("Echo")).toEqual([
      {
        effect: "Allow",
        actions: ["dynamodb:GetItem"],
        resources: ["arn:aws:dynamodb:us-east-1:000000000000:table/Test-Table"],
      },
    ]);
  });

  it("treats an alias and a version of a function as the function", async () => {
    const prefix = "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions";
    const uri = { "Fn::Join": ["/", [prefix, { Ref: "Live" }, "invocations"]] };
    const { apiBody } = await buildBlueprint({
      resources: {
        Version7: { Type: "AWS::Lambda::Version", Properties: { FunctionName: { Ref: "Echo" } } },
        Live: {
          Type: "AWS::Lambda::Alias",
          Properties: {
            FunctionName: { Ref: "Echo" },
            FunctionVersion: arn("Version7", "Version"),
            Name: "live",
          },
        },
      },
      paths: {
        "/": { get: { "x-amazon-apigateway-integration": { type: "aws_proxy", httpMethod: "POST", uri } } },
      },
    });
    expect(readApi(apiBody).routes).toMatchObject([{ integration: { functionName: "Echo" } }]);
  });

  it("adds separate policies to their role", async () => {
    const PolicyDocument = { Statement: { Effect: "Deny", Action: "sqs:*", Resource: "*" } };
    const Policy = { Type: "AWS::IAM::Policy", Properties: { PolicyDocument, Roles: [{ Ref: "EchoRole" }] } };
    const { callers } = await buildBlueprint({ resources: { Policy } });
    expect(callers.get("Echo")).toEqual([{ effect: "Deny", actions: ["sqs:*"], resources: ["*"] }]);
  });

  it("adds managed policies to their roles", async () => {
    const PolicyDocument = { Statement: { Effect: "Deny", Action: "sqs:*", Resource: "*" } };
    const Denial = { Type: "AWS::IAM::ManagedPolicy", Properties: { PolicyDocument } };
    const EchoRole = { Type: "AWS::IAM::Role", Properties: { ManagedPolicyArns: [{ Ref: "Denial" }] } };
    const { callers } = await buildBlueprint({ resources: { Denial, EchoRole } });
    expect(callers.get("Echo")).toEqual([{ effect: "Deny", actions: ["sqs:*"], resources: ["*"] }]);
  });

  it("reads a global table as one table", async () => {
    const Properties = {
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      Replicas: [{ Region: { Ref: "AWS::Region" } }, { Region: "eu-central-1" }],
    };
    const { tables } = await buildBlueprint({
      resources: { Table: { Type: "AWS::DynamoDB::GlobalTable", Properties } },
    });
    expect(tables).toMatchObject([{ TableName: "Test-Table" }]);
  });

  it("reads the stage of the API", async () => {
    const Stage = { Type: "AWS::ApiGateway::Stage", Properties: { StageName: "beta" } };
    const { stage, outputs } = await buildBlueprint({ resources: { Stage } });
    expect(stage).toBe("beta");
    expect(outputs.get("BaseUrl")).toBe("https://local.execute-api.us-east-1.amazonaws.com/beta");
  });

  it("ignores disabled event sources", async () => {
    const { eventSources } = await buildBlueprint({
      resources: {
        ...mapping({ EventSourceArn: arn("Events"), Enabled: false }),
        Rule: {
          Type: "AWS::Events::Rule",
          Properties: {
            ScheduleExpression: "rate(1 minute)",
            State: "DISABLED",
            Targets: [{ Arn: arn("Echo") }],
          },
        },
      },
    });
    expect(eventSources).toEqual([]);
  });

  it("reads the event source mapping of a stream", async () => {
    const { eventSources } = await buildBlueprint({
      resources: mapping({
        EventSourceArn: arn("Table", "StreamArn"),
        BatchSize: 7,
        StartingPosition: "TRIM_HORIZON",
        FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 3,
        DestinationConfig: { OnFailure: { Destination: arn("Failures") } },
      }),
    });
    expect(eventSources).toEqual([
      {
        kind: "stream",
        name: "Mapping",
        functionName: "Echo",
        table: "Test-Table",
        batchSize: 7,
        filters: [{ eventName: ["INSERT"] }],
        reportsItemFailures: true,
        bisects: true,
        maximumRetryAttempts: 3,
        maximumRecordAgeSeconds: -1,
        failureQueue: "Test-Failures",
      },
    ]);
  });

  it("reads a schedule, with and without an event", async () => {
    const ScheduleExpression = "rate(1 minute)";
    const createRule = (target: object) => ({
      Type: "AWS::Events::Rule",
      Properties: { ScheduleExpression, Targets: [{ Arn: arn("Echo"), ...target }] },
    });
    const { eventSources } = await buildBlueprint({
      resources: { Rule: createRule({}), Plan: createRule({ Input: '{"a":1}' }) },
    });
    expect(eventSources).toMatchObject([
      { kind: "schedule", name: "Rule", functionName: "Echo", everyMinutes: 1, input: undefined },
      { kind: "schedule", name: "Plan", functionName: "Echo", everyMinutes: 1, input: '{"a":1}' },
    ]);
  });

  it.each([
    ["a resource type", { Bucket: { Type: "AWS::S3::Bucket", Properties: {} } }, "AWS::S3::Bucket"],
    ["a property of a mapping", mapping({ EventSourceArn: arn("Events"), Topics: ["a"] }), "Topics"],
    [
      "a schedule",
      {
        Rule: {
          Type: "AWS::Events::Rule",
          Properties: { ScheduleExpression: "cron(0 0 * * ? *)", Targets: [{ Arn: "a" }] },
        },
      },
      "cron(0 0 * * ? *)",
    ],
    [
      "an attribute of a supported type",
      {
        Key: { Type: "AWS::KMS::Key", Properties: {} },
        ...mapping({ EventSourceArn: { "Fn::GetAtt": ["Key", "Colour"] } }),
      },
      "Key.Colour of a AWS::KMS::Key",
    ],
  ])("rejects %s that it does not support, by name", async (_description, resources, name) => {
    await expect(buildBlueprint({ resources })).rejects.toThrow(name);
  });

  it("ignores types without an effect on one machine", async () => {
    const Alarm = { Type: "AWS::CloudWatch::Alarm", Properties: { Threshold: 1 } };
    await expect(buildBlueprint({ resources: { Alarm } })).resolves.toBeDefined();
  });
});
