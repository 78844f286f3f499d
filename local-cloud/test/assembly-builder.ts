import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A function of a test: the source of its module, and properties that differ from the default. */
export interface TestFunction {
  code: string;
  timeoutSeconds?: number;
  environment?: Record<string, unknown>;
  statements?: object[];
  /** More properties of its resource. */
  properties?: object;
}

/** The parts of a test's assembly, in addition to its table, queues and key. */
export interface AssemblyParts {
  functions: Record<string, TestFunction>;
  /** Paths of the API document. */
  paths?: Record<string, object>;
  /** Name of the authorizer function, for operations with `security`. */
  authorizer?: string;
  gatewayResponses?: Record<string, object>;
  binaryMediaTypes?: string[];
  resources?: Record<string, object>;
}

const reference = (name: string) => ({ Ref: name });
const getArn = (name: string) => ({ "Fn::GetAtt": [name, "Arn"] });

/** An operation with a function as its integration. */
export const calls = (name: string, properties: object = {}) => ({
  "x-amazon-apigateway-integration": {
    type: "aws_proxy",
    httpMethod: "POST",
    uri: invocationUri(name),
    ...properties,
  },
});

/** An operation with a function that streams its response. */
export const streams = (name: string) => ({
  "x-amazon-apigateway-integration": {
    type: "aws_proxy",
    httpMethod: "POST",
    uri: invocationUri(name, "2021-11-15", "response-streaming-invocations"),
    responseTransferMode: "STREAM",
  },
});

/** The security requirement of an operation with an authorizer. */
export const secured = { security: [{ caller: [] }] };

function invocationUri(name: string, version = "2015-03-31", action = "invocations"): object {
  const prefix = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/${version}/functions/`;
  return { "Fn::Sub": `${prefix}\${${name}.Arn}/${action}` };
}

/** Writes an assembly like `cdk synth`, and returns its folder. */
export async function writeAssembly(parts: AssemblyParts): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "assembly-"));
  for (const [name, { code }] of Object.entries(parts.functions)) {
    await mkdir(join(directory, `asset.${name}`));
    await writeFile(join(directory, `asset.${name}`, "index.mjs"), code);
  }
  const stack = { type: "aws:cloudformation:stack", properties: { templateFile: "Test.template.json" } };
  const assets = { type: "cdk:asset-manifest", properties: { file: "Test.assets.json" } };
  const files = {
    "manifest.json": { artifacts: { Test: stack, "Test.assets": assets } },
    "Test.assets.json": { files: buildAssetFiles(Object.keys(parts.functions)) },
    "Test.template.json": { Resources: buildResources(parts), Outputs: OUTPUTS },
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), JSON.stringify(content));
  }
  return directory;
}

const buildAssetFiles = (names: string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      { source: { path: `asset.${name}` }, destinations: { here: { objectKey: `${name}.zip` } } },
    ]),
  );

const OUTPUTS = {
  BaseUrl: {
    Value: {
      "Fn::Join": [
        "",
        [
          "https://",
          reference("Api"),
          ".execute-api.",
          reference("AWS::Region"),
          ".",
          reference("AWS::URLSuffix"),
          "/",
          reference("Stage"),
        ],
      ],
    },
  },
  TableName: { Value: reference("Table") },
  EventsQueueUrl: { Value: reference("Events") },
  DeliveriesQueueUrl: { Value: reference("Failures") },
  TimersQueueUrl: { Value: reference("Failures") },
  PaymentsQueueUrl: { Value: reference("Events") },
  EventsDeadLettersUrl: { Value: reference("Failures") },
  DeliveriesDeadLettersUrl: { Value: reference("Failures") },
  TimersDeadLettersUrl: { Value: reference("Failures") },
  PaymentsDeadLettersUrl: { Value: reference("Failures") },
  StreamDeadLettersUrl: { Value: reference("Failures") },
  SecretsKeyId: { Value: getArn("Secrets") },
};

function buildResources(parts: AssemblyParts): Record<string, object> {
  const functions = Object.entries(parts.functions).map(([name, definition]) =>
    buildFunction(name, definition),
  );
  return {
    Table: {
      Type: "AWS::DynamoDB::GlobalTable",
      Properties: {
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        BillingMode: "PAY_PER_REQUEST",
        StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
      },
    },
    Events: {
      Type: "AWS::SQS::Queue",
      Properties: {
        VisibilityTimeout: 1,
        RedrivePolicy: { deadLetterTargetArn: getArn("Failures"), maxReceiveCount: 5 },
      },
    },
    Failures: { Type: "AWS::SQS::Queue", Properties: {} },
    Secrets: { Type: "AWS::KMS::Key", Properties: {} },
    Api: { Type: "AWS::ApiGateway::RestApi", Properties: { Body: buildApiBody(parts) } },
    Stage: { Type: "AWS::ApiGateway::Stage", Properties: { StageName: "v1" } },
    ...Object.fromEntries(functions.flat()),
    ...parts.resources,
  };
}

function buildFunction(
  name: string,
  { timeoutSeconds = 10, environment = {}, statements, properties }: TestFunction,
) {
  const PolicyDocument = { Statement: statements };
  return [
    [
      `${name}Role`,
      { Type: "AWS::IAM::Role", Properties: statements ? { Policies: [{ PolicyDocument }] } : {} },
    ],
    [
      name,
      {
        Type: "AWS::Lambda::Function",
        Properties: {
          Code: { S3Bucket: "assets", S3Key: `${name}.zip` },
          Handler: "index.handler",
          Role: getArn(`${name}Role`),
          Timeout: timeoutSeconds,
          MemorySize: 128,
          Environment: { Variables: environment },
          ...properties,
        },
      },
    ],
  ] as const;
}

function buildApiBody({ paths = {}, authorizer, gatewayResponses, binaryMediaTypes }: AssemblyParts): object {
  const scheme = {
    type: "request",
    authorizerUri: invocationUri(authorizer ?? ""),
    authorizerResultTtlInSeconds: 0,
  };
  return {
    openapi: "3.0.1",
    paths,
    ...(authorizer && {
      components: { securitySchemes: { caller: { "x-amazon-apigateway-authorizer": scheme } } },
    }),
    ...(gatewayResponses && { "x-amazon-apigateway-gateway-responses": gatewayResponses }),
    ...(binaryMediaTypes && { "x-amazon-apigateway-binary-media-types": binaryMediaTypes }),
  };
}
