import { createHash } from "node:crypto";
import * as z from "zod";
import { ACCOUNT, REGION } from "#local-cloud/aws/types.ts";
import type { ResourceDeclaration } from "./assembly.ts";

/** URLs of the local services: `http://127.0.0.1:<port>`. */
export interface Addresses {
  aws: string;
}

interface TemplateResource {
  stack: string;
  logicalId: string;
  declaration: ResourceDeclaration;
}

/** The values of `Ref` and `Fn::GetAtt` for one resource. */
export interface LocalName {
  ref: string;
  attributes: Record<string, string>;
}

type NameResource = (resource: TemplateResource, addresses: Addresses) => LocalName;

const NAMERS: Record<string, NameResource> = {
  "AWS::DynamoDB::GlobalTable": (resource) => {
    const name = getPhysicalName(resource, "TableName");
    const arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;
    return { ref: name, attributes: { Arn: arn, StreamArn: `${arn}/stream/local` } };
  },
  "AWS::SQS::Queue": (resource, addresses) => {
    const name = getPhysicalName(resource, "QueueName");
    const url = `${addresses.aws}/${ACCOUNT}/${name}`;
    const arn = `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;
    return { ref: url, attributes: { Arn: arn, QueueName: name, QueueUrl: url } };
  },
  "AWS::KMS::Key": ({ stack, logicalId }) => {
    const id = createKeyId(`${stack}/${logicalId}`);
    return { ref: id, attributes: { KeyId: id, Arn: `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}` } };
  },
  "AWS::IAM::Role": ({ logicalId }) => ({
    ref: logicalId,
    attributes: { Arn: `arn:aws:iam::${ACCOUNT}:role/${logicalId}`, RoleId: logicalId },
  }),
  "AWS::Lambda::Function": ({ logicalId }) => ({
    ref: logicalId,
    attributes: { Arn: functionArn(logicalId) },
  }),
  "AWS::Lambda::Version": (resource) => ({ ref: getFunctionArn(resource), attributes: { Version: "1" } }),
  "AWS::Lambda::Alias": (resource) => ({ ref: getFunctionArn(resource), attributes: {} }),
  "AWS::ApiGateway::RestApi": () => ({ ref: REST_API_ID, attributes: { RootResourceId: "root" } }),
  "AWS::ApiGateway::Stage": ({ declaration }) => ({
    ref: StageProperties.parse(declaration.Properties).StageName,
    attributes: {},
  }),
};

const StageProperties = z.object({ StageName: z.string() });

const FunctionReference = z.object({ FunctionName: z.object({ Ref: z.string() }) });

/** A local function has only one version, so the ARN of a version or an alias is that of the function. */
const getFunctionArn = ({ declaration }: TemplateResource): string =>
  functionArn(FunctionReference.parse(declaration.Properties).FunctionName.Ref);

/** The id of the only REST API, which is part of every method's ARN. */
export const REST_API_ID = "local";

/** Origin of the REST API in the resolved template. */
export const API_ORIGIN = `https://${REST_API_ID}.execute-api.${REGION}.amazonaws.com`;

/** Returns the ARN of a local function, whose name is its logical id. */
export const functionArn = (logicalId: string): string =>
  `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${logicalId}`;

/** Returns the last part of an ARN or URL: the name of a queue, a function or a role. */
export const nameInArn = (arn: string): string =>
  arn.slice(Math.max(arn.lastIndexOf(":"), arn.lastIndexOf("/")) + 1);

/** Returns whether the local cloud has all attributes of a resource type. */
export const hasLocalAttributes = (type: string): boolean =>
  type in NAMERS || /^AWS::(DynamoDB|SQS|Lambda|KMS)::/.test(type);

/** Returns the local name of a resource. For types that the local cloud does not run, it is the logical id. */
export function localName(resource: TemplateResource, addresses: Addresses): LocalName {
  const nameResource = NAMERS[resource.declaration.Type];
  if (nameResource === undefined) return { ref: resource.logicalId, attributes: {} };
  return nameResource(resource, addresses);
}

function getPhysicalName({ stack, logicalId, declaration }: TemplateResource, property: string): string {
  const name = declaration.Properties[property];
  if (typeof name === "string") return name;
  const suffix = declaration.Properties["FifoQueue"] === true ? ".fifo" : "";
  return `${stack}-${logicalId}`.slice(-80 + suffix.length) + suffix;
}

/** Creates a key id in the form of a UUID, which is the same after a restart. */
function createKeyId(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
