import * as z from "zod";
import type { KeyDefinition, QueueDefinition, Statement, TableDefinition } from "#local-cloud/aws/types.ts";
import type { Assembly } from "./assembly.ts";
import { type EventSource, readEventSources } from "./event-sources.ts";
import { type FunctionDefinition, readFunctions } from "./functions.ts";
import { type Addresses, nameInArn } from "./local-names.ts";
import { resolveAssembly } from "./resolve-assembly.ts";
import { readRoles } from "./roles.ts";

/** All parts of the template that the local cloud runs. */
export interface Blueprint {
  tables: TableDefinition[];
  queues: QueueDefinition[];
  keys: KeyDefinition[];
  functions: FunctionDefinition[];
  /** Function name → the statements of its role. */
  callers: Map<string, Statement[]>;
  eventSources: EventSource[];
  /** The OpenAPI document of the only REST API, with resolved intrinsic functions. */
  apiBody: unknown;
  binaryMediaTypes: readonly string[];
  /** Name of the API's stage; empty without one. */
  stage: string;
  /** Outputs of all stacks. */
  outputs: Map<string, string>;
}

/** Resource types that the local cloud runs or reads. */
const SUPPORTED_TYPES = new Set([
  "AWS::DynamoDB::GlobalTable",
  "AWS::SQS::Queue",
  "AWS::KMS::Key",
  "AWS::IAM::Role",
  "AWS::IAM::Policy",
  "AWS::IAM::ManagedPolicy",
  "AWS::Lambda::Alias",
  "AWS::Lambda::Function",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Lambda::Version",
  "AWS::Events::Rule",
  "AWS::ApiGateway::RestApi",
  "AWS::ApiGateway::Stage",
]);

/** Resource types without an effect on clients and functions on one machine. */
const IGNORED_TYPES = new Set([
  "AWS::ApiGateway::Account",
  "AWS::ApiGateway::Deployment",
  "AWS::ApiGateway::DomainName",
  "AWS::ApiGatewayV2::ApiMapping",
  "AWS::Backup::BackupPlan",
  "AWS::Backup::BackupSelection",
  "AWS::Backup::BackupVault",
  "AWS::CertificateManager::Certificate",
  "AWS::CloudWatch::Alarm",
  "AWS::CloudWatch::Dashboard",
  "AWS::CodeDeploy::Application",
  "AWS::CodeDeploy::DeploymentGroup",
  "AWS::Lambda::Permission",
  "AWS::Logs::LogGroup",
  "AWS::Route53::RecordSet",
  "AWS::SES::ConfigurationSet",
  "AWS::SES::ConfigurationSetEventDestination",
  "AWS::SES::EmailIdentity",
  "AWS::SNS::Subscription",
  "AWS::SNS::Topic",
  "AWS::SNS::TopicPolicy",
  "AWS::SQS::QueuePolicy",
]);

const TableProperties: z.ZodType<Omit<TableDefinition, "TableName">> = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
        Projection: z.object({
          ProjectionType: z.string().exactOptional(),
          NonKeyAttributes: z.array(z.string()).exactOptional(),
        }),
      }),
    )
    .exactOptional(),
  StreamSpecification: z.object({ StreamViewType: z.string() }).exactOptional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().exactOptional(), Enabled: z.boolean() })
    .exactOptional(),
});

const QueueProperties: z.ZodType<Omit<QueueDefinition, "QueueName">> = z.object({
  VisibilityTimeout: z.number().exactOptional(),
  DelaySeconds: z.number().exactOptional(),
  MessageRetentionPeriod: z.number().exactOptional(),
  MaximumMessageSize: z.number().exactOptional(),
  ReceiveMessageWaitTimeSeconds: z.number().exactOptional(),
  FifoQueue: z.boolean().exactOptional(),
  ContentBasedDeduplication: z.boolean().exactOptional(),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).exactOptional(),
});

const ApiProperties = z.object({ Body: z.unknown(), BinaryMediaTypes: z.array(z.string()).default([]) });

/** How to read an assembly. */
interface BlueprintOptions extends Addresses {
  /** Ids of functions by the ids of their constructs; by default, the latter. */
  functionIds?: ReadonlyMap<string, string>;
}

/** Reads an assembly for the local cloud. Throws if a resource has an unknown type. */
export function readBlueprint(assembly: Assembly, options: BlueprintOptions): Blueprint {
  const { resources, outputs } = resolveAssembly(assembly, options);
  for (const { logicalId, type } of resources) {
    if (!SUPPORTED_TYPES.has(type) && !IGNORED_TYPES.has(type)) {
      throw new Error(`resource ${logicalId}: the local cloud does not know the type ${type}`);
    }
  }
  const listByType = (type: string) => resources.filter((resource) => resource.type === type);
  const functions = readFunctions(resources, assembly.assetFolders, options.functionIds);
  const roles = readRoles(resources, new Set(functions.map(({ role }) => role)));
  const { Body, BinaryMediaTypes } = ApiProperties.parse(
    listByType("AWS::ApiGateway::RestApi")[0]?.properties ?? {},
  );
  return {
    tables: listByType("AWS::DynamoDB::GlobalTable").map(({ local, properties }) => ({
      ...TableProperties.parse(properties),
      TableName: local.ref,
    })),
    queues: listByType("AWS::SQS::Queue").map(({ local, properties }) => ({
      ...QueueProperties.parse(properties),
      QueueName: nameInArn(local.ref),
    })),
    keys: listByType("AWS::KMS::Key").map(({ local }) => ({ KeyId: local.ref })),
    functions,
    callers: new Map(functions.map(({ name, role }) => [name, roles.get(role) ?? []])),
    eventSources: readEventSources(resources),
    apiBody: Body,
    binaryMediaTypes: BinaryMediaTypes,
    stage: listByType("AWS::ApiGateway::Stage")[0]?.local.ref ?? "",
    outputs,
  };
}
