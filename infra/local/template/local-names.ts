import { createHash } from "node:crypto";
import * as z from "zod";
import { ACCOUNT, REGION } from "#infra/local/aws/types.ts";
import type { ResourceDeclaration } from "./assembly.ts";

/** Where the local services listen, as `http://127.0.0.1:<port>`. */
export interface Addresses {
  aws: string;
}

interface PlacedResource {
  stack: string;
  logicalId: string;
  declaration: ResourceDeclaration;
}

/** What `Ref` and `Fn::GetAtt` answer for one resource. */
export interface LocalName {
  ref: string;
  attributes: Record<string, string>;
}

type NameResource = (resource: PlacedResource, addresses: Addresses) => LocalName;

const NAMERS: Record<string, NameResource> = {
  "AWS::DynamoDB::GlobalTable": (resource) => {
    const name = physicalName(resource, "TableName");
    const arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;
    return { ref: name, attributes: { Arn: arn, StreamArn: `${arn}/stream/local` } };
  },
  "AWS::SQS::Queue": (resource, addresses) => {
    const name = physicalName(resource, "QueueName");
    const url = `${addresses.aws}/${ACCOUNT}/${name}`;
    const arn = `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;
    return { ref: url, attributes: { Arn: arn, QueueName: name, QueueUrl: url } };
  },
  "AWS::KMS::Key": ({ stack, logicalId }) => {
    const id = keyId(`${stack}/${logicalId}`);
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
  "AWS::Lambda::Version": (resource) => ({ ref: versionedArn(resource), attributes: { Version: "1" } }),
  "AWS::Lambda::Alias": (resource) => ({ ref: versionedArn(resource), attributes: {} }),
  "AWS::ApiGateway::RestApi": () => ({ ref: REST_API_ID, attributes: { RootResourceId: "root" } }),
};

const OfFunction = z.object({ FunctionName: z.object({ Ref: z.string() }) });

/** Here a function has one version, the present one: a version or an alias of it is the function itself. */
const versionedArn = ({ declaration }: PlacedResource): string =>
  functionArn(OfFunction.parse(declaration.Properties).FunctionName.Ref);

/** The id of the one REST API; every ARN of a method names it. */
export const REST_API_ID = "local";

/** ARN of a local function, whose name is its logical id. */
export const functionArn = (logicalId: string): string =>
  `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${logicalId}`;

/** Last part of an ARN or URL: the name of a queue, a function or a role. */
export const nameInArn = (arn: string): string =>
  arn.slice(Math.max(arn.lastIndexOf(":"), arn.lastIndexOf("/")) + 1);

/** Whether a type is one that something here runs or answers for, and all of whose attributes are known. */
export const isRunHere = (type: string): boolean =>
  type in NAMERS || /^AWS::(DynamoDB|SQS|Lambda|KMS)::/.test(type);

/** The local name of a resource; types that nothing runs locally are known by their logical id alone. */
export function localName(resource: PlacedResource, addresses: Addresses): LocalName {
  const namer = NAMERS[resource.declaration.Type];
  return namer === undefined ? { ref: resource.logicalId, attributes: {} } : namer(resource, addresses);
}

function physicalName({ stack, logicalId, declaration }: PlacedResource, property: string): string {
  const given = declaration.Properties[property];
  if (typeof given === "string") return given;
  const suffix = declaration.Properties["FifoQueue"] === true ? ".fifo" : "";
  return `${stack}-${logicalId}`.slice(-80 + suffix.length) + suffix;
}

/** A key id looks like a UUID and stays the same over restarts. */
function keyId(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
