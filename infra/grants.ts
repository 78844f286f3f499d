import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import type { Variable } from "#lib/platform/env.ts";
import type { Grant } from "#lib/platform/grants.ts";
import { INDEXES } from "#lib/table/indexes.ts";

type ResourceName = Grant extends `${infer R}:${string}` ? R : never;

/** A resource functions may be granted: the service its actions belong to, its ARNs, and the variables that name it. */
interface GrantedResource {
  service: "dynamodb" | "sqs" | "kms";
  arns: string[];
  variables: Partial<Record<Variable, string>>;
}

/** The statements that allow exactly these grants: one per resource, no wildcard in any. */
export const grantStatements = (data: DataStack, grants: readonly Grant[]): PolicyStatement[] =>
  [...actionsByResource(grants)].map(([name, actions]) => {
    const { service, arns } = grantedResource(data, name);
    return new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: arns });
  });

/** The environment variables a function with these grants reads. */
export const grantVariables = (
  data: DataStack,
  grants: readonly Grant[],
): Partial<Record<Variable, string>> =>
  Object.assign(
    {},
    ...[...actionsByResource(grants).keys()].map((name) => grantedResource(data, name).variables),
  );

function actionsByResource(grants: readonly Grant[]): Map<ResourceName, string[]> {
  const byResource = new Map<ResourceName, string[]>();
  for (const grant of [...new Set(grants)].toSorted()) {
    const [name, action] = splitGrant(grant);
    byResource.set(name, [...(byResource.get(name) ?? []), action]);
  }
  return byResource;
}

const RESOURCES = [
  "table",
  "index",
  "events",
  "deliveries",
  "paymentDeadLetters",
  "secrets",
  "cursors",
] as const satisfies ResourceName[];

function splitGrant(grant: Grant): [ResourceName, string] {
  for (const name of RESOURCES) {
    if (grant.startsWith(`${name}:`)) return [name, grant.slice(name.length + 1)];
  }
  throw new Error(`no resource for the grant ${grant}`);
}

function grantedResource(
  { table, events, deliveries, payments, secrets, cursors }: DataStack,
  name: ResourceName,
): GrantedResource {
  const tableVariables = { TABLE_NAME: table.tableName };
  switch (name) {
    case "table":
      return { service: "dynamodb", arns: [table.tableArn], variables: tableVariables };
    case "index":
      return {
        service: "dynamodb",
        arns: INDEXES.map((index) => `${table.tableArn}/index/${index}`),
        variables: tableVariables,
      };
    case "events":
      return {
        service: "sqs",
        arns: [events.queue.queueArn],
        variables: { EVENTS_QUEUE_URL: events.queue.queueUrl },
      };
    case "deliveries":
      return {
        service: "sqs",
        arns: [deliveries.queue.queueArn],
        variables: { DELIVERIES_QUEUE_URL: deliveries.queue.queueUrl },
      };
    case "paymentDeadLetters":
      return {
        service: "sqs",
        arns: [payments.deadLetters.queueArn],
        variables: { PAYMENT_DEAD_LETTERS_URL: payments.deadLetters.queueUrl },
      };
    case "secrets":
      return { service: "kms", arns: [secrets.keyArn], variables: { SECRETS_KEY_ID: secrets.keyArn } };
    case "cursors":
      return { service: "kms", arns: [cursors.keyArn], variables: { CURSORS_KEY_ID: cursors.keyArn } };
    default:
      return name satisfies never;
  }
}
