import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import type { Variable } from "#lib/platform/env.ts";
import type { Grant } from "#lib/platform/grants.ts";
import { INDEXES } from "#lib/table/indexes.ts";

type ResourceName = Grant extends `${infer R}:${string}` ? R : never;

/** A resource functions may be granted: the service its actions belong to, its ARNs, and the variables that name it. */
interface GrantedResource {
  service: "dynamodb" | "sqs" | "kms" | "secretsmanager";
  arns: string[];
  variables: Partial<Record<Variable, string>>;
}

/** Where the resources are found that may be granted. */
interface Resources {
  data: DataStack;
  settings: Partial<Record<Variable, string>>;
}

/** The statements that allow exactly these grants: one per resource, no wildcard in any. */
export const grantStatements = (resources: Resources, grants: readonly Grant[]): PolicyStatement[] =>
  [...actionsByResource(grants)].map(([name, actions]) => {
    const { service, arns } = grantedResource(resources, name);
    return new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: arns });
  });

/** The environment variables a function with these grants reads. */
export const grantVariables = (
  resources: Resources,
  grants: readonly Grant[],
): Partial<Record<Variable, string>> =>
  Object.assign(
    {},
    ...[...actionsByResource(grants).keys()].map((name) => grantedResource(resources, name).variables),
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
  "timers",
  "paymentDeadLetters",
  "secrets",
  "cursors",
  "oidcSecret",
] as const satisfies ResourceName[];

function splitGrant(grant: Grant): [ResourceName, string] {
  for (const name of RESOURCES) {
    if (grant.startsWith(`${name}:`)) return [name, grant.slice(name.length + 1)];
  }
  throw new Error(`no resource for the grant ${grant}`);
}

function grantedResource({ data, settings }: Resources, name: ResourceName): GrantedResource {
  const { table, events, deliveries, timers, payments, secrets, cursors } = data;
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
    case "timers":
      return {
        service: "sqs",
        arns: [timers.queue.queueArn],
        variables: { TIMERS_QUEUE_URL: timers.queue.queueUrl },
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
    case "oidcSecret":
      return oidcSecret(settings);
    default:
      return name satisfies never;
  }
}

function oidcSecret({ OIDC_SECRET_ARN: arn }: Resources["settings"]): GrantedResource {
  if (arn === undefined) throw new Error("the setting oidcSecretArn is not made");
  return { service: "secretsmanager", arns: [arn], variables: { OIDC_SECRET_ARN: arn } };
}
