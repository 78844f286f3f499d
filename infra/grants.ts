import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type ResourceName, SERVICES, splitGrant } from "#infra/granted-services.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import type { Variable } from "#lib/platform/env.ts";
import type { Grant } from "#lib/platform/grants.ts";
import { INDEXES } from "#lib/table/indexes.ts";

/** A resource functions may be granted: its ARNs, and the variables that name it. */
interface GrantedResource {
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
    const { arns } = grantedResource(resources, name);
    return new PolicyStatement({
      actions: actions.map((action) => `${SERVICES[name]}:${action}`),
      resources: arns,
    });
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
    const { resource, action } = splitGrant(grant);
    byResource.set(resource, [...(byResource.get(resource) ?? []), action]);
  }
  return byResource;
}

function grantedResource({ data, settings }: Resources, name: ResourceName): GrantedResource {
  const { table, events, deliveries, timers, payments, secrets, cursors } = data;
  const tableVariables = { TABLE_NAME: table.tableName };
  switch (name) {
    case "table":
      return { arns: [table.tableArn], variables: tableVariables };
    case "index":
      return {
        arns: INDEXES.map((index) => `${table.tableArn}/index/${index}`),
        variables: tableVariables,
      };
    case "events":
      return {
        arns: [events.queue.queueArn],
        variables: { EVENTS_QUEUE_URL: events.queue.queueUrl },
      };
    case "deliveries":
      return {
        arns: [deliveries.queue.queueArn],
        variables: { DELIVERIES_QUEUE_URL: deliveries.queue.queueUrl, ...laneSettings(settings) },
      };
    case "timers":
      return {
        arns: [timers.queue.queueArn],
        variables: { TIMERS_QUEUE_URL: timers.queue.queueUrl },
      };
    case "paymentDeadLetters":
      return {
        arns: [payments.deadLetters.queueArn],
        variables: { PAYMENT_DEAD_LETTERS_URL: payments.deadLetters.queueUrl },
      };
    case "secrets":
      return { arns: [secrets.keyArn], variables: { SECRETS_KEY_ID: secrets.keyArn } };
    case "cursors":
      return { arns: [cursors.keyArn], variables: { CURSORS_KEY_ID: cursors.keyArn } };
    case "oidcSecret":
      return oidcSecret(settings);
    default:
      return name satisfies never;
  }
}

/** A function that sends deliveries chooses their lanes, which are a share of the concurrency. */
const laneSettings = ({ CONSUMER_CONCURRENCY: most }: Resources["settings"]) =>
  most === undefined ? {} : { CONSUMER_CONCURRENCY: most };

function oidcSecret({ OIDC_SECRET_ARN: arn }: Resources["settings"]): GrantedResource {
  if (arn === undefined) throw new Error("the setting oidcSecretArn is not made");
  return { arns: [arn], variables: { OIDC_SECRET_ARN: arn } };
}
