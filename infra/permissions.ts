import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { type ResourceName, SERVICES, splitPermission } from "#infra/permission-resources.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import { parseSender } from "#lib/mail/sender.ts";
import type { Variable } from "#lib/platform/env.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import { INDEXES } from "#lib/storage/table/indexes.ts";

/** A resource of a permission: its ARNs, and the environment variables with its name. */
interface PermissionResource {
  arns: string[];
  variables: Partial<Record<Variable, string>>;
}

/** The stack with the resources, and the values of the settings' variables. */
interface Resources {
  data: DataStack;
  settings: Partial<Record<Variable, string>>;
}

/**
 * Creates the statements that allow exactly these permissions: one per resource, without wildcards. A resource that is not deployed with these
 * settings has none.
 */
export const permissionStatements = (
  resources: Resources,
  permissions: readonly Permission[],
): PolicyStatement[] =>
  [...actionsByResource(permissions)].flatMap(([name, actions]) => {
    const { arns } = permissionResource(resources, name);
    if (arns.length === 0) return [];
    return new PolicyStatement({
      actions: actions.map((action) => `${SERVICES[name]}:${action}`),
      resources: arns,
    });
  });

/** Returns the environment variables that a function with these permissions reads. */
export const permissionVariables = (
  resources: Resources,
  permissions: readonly Permission[],
): Partial<Record<Variable, string>> =>
  Object.assign(
    {},
    ...[...actionsByResource(permissions).keys()].map(
      (name) => permissionResource(resources, name).variables,
    ),
  );

function actionsByResource(permissions: readonly Permission[]): Map<ResourceName, string[]> {
  const byResource = new Map<ResourceName, string[]>();
  for (const permission of [...new Set(permissions)].toSorted()) {
    const { resource, action } = splitPermission(permission);
    byResource.set(resource, [...(byResource.get(resource) ?? []), action]);
  }
  return byResource;
}

function permissionResource({ data, settings }: Resources, name: ResourceName): PermissionResource {
  const { table, events, deliveries, timers, calendarWrites, calendars, mails, payments, secrets, cursors } =
    data;
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
      return queueResource(events.queue, "EVENTS_QUEUE_URL");
    case "deliveries":
      return {
        arns: [deliveries.queue.queueArn],
        variables: { DELIVERIES_QUEUE_URL: deliveries.queue.queueUrl, ...laneSettings(settings) },
      };
    case "timers":
      return queueResource(timers.queue, "TIMERS_QUEUE_URL");
    case "calendarWrites":
      return queueResource(calendarWrites.queue, "CALENDAR_WRITES_QUEUE_URL");
    case "calendars":
      return queueResource(calendars.queue, "CALENDARS_QUEUE_URL");
    case "mails":
      return mails ? queueResource(mails.queue, "MAILS_QUEUE_URL") : NOT_DEPLOYED;
    case "paymentDeadLetters":
      return queueResource(payments.deadLetters, "PAYMENT_DEAD_LETTERS_URL");
    case "secrets":
      return { arns: [secrets.keyArn], variables: { SECRETS_KEY_ID: secrets.keyArn } };
    case "cursors":
      return { arns: [cursors.keyArn], variables: { CURSORS_KEY_ID: cursors.keyArn } };
    case "oidcSecret":
      return secretResource(settings, "OIDC_SECRET_ARN");
    case "smtpSecret":
      return secretResource(settings, "SMTP_SECRET_ARN");
    case "mailIdentity":
      return mailIdentity(data, settings);
    default:
      return name satisfies never;
  }
}

const queueResource = ({ queueArn, queueUrl }: IQueue, variable: Variable): PermissionResource => ({
  arns: [queueArn],
  variables: { [variable]: queueUrl },
});

/** The settings that decide the number of lanes. */
const LANE_SETTINGS = [
  "CONSUMER_CONCURRENCY",
  "DELIVERY_CONCURRENCY",
  "DELIVERY_CONCURRENCY_PER_OWNER",
  "DELIVERY_CONCURRENCY_PER_WEBHOOK",
] as const;

/** A function that sends deliveries assigns them to lanes. */
const laneSettings = (settings: Resources["settings"]) =>
  Object.fromEntries(
    LANE_SETTINGS.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  );

/** A resource that does not exist with these settings. */
const NOT_DEPLOYED: PermissionResource = { arns: [], variables: {} };

function secretResource(settings: Resources["settings"], variable: Variable): PermissionResource {
  const arn = settings[variable];
  return arn === undefined ? NOT_DEPLOYED : { arns: [arn], variables: { [variable]: arn } };
}

/**
 * The identities of SES that may send mails, with the configuration set. SES uses and checks the most specific identity that is verified in
 * the account: the address, its domain or `mailDomain`.
 */
function mailIdentity(
  data: DataStack,
  { MAIL_FROM, MAIL_DOMAIN, MAIL_CONFIGURATION_SET: set }: Resources["settings"],
): PermissionResource {
  const sender = parseSender(MAIL_FROM ?? "");
  if (!sender || set === undefined) return NOT_DEPLOYED;
  const arnOf = (resource: string, resourceName: string) =>
    Stack.of(data).formatArn({ service: "ses", resource, resourceName });
  const identities = new Set([MAIL_DOMAIN ?? sender.domain, sender.domain, sender.address]);
  return {
    arns: [...[...identities].map((name) => arnOf("identity", name)), arnOf("configuration-set", set)],
    variables: { MAIL_CONFIGURATION_SET: set },
  };
}
