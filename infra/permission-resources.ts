import type { Permission } from "#lib/platform/permissions.ts";

/** The resource of a permission: `table` in `table:GetItem`. */
export type ResourceName = Permission extends `${infer R}:${string}` ? R : never;

/** The AWS service of each resource. */
export const SERVICES: Record<ResourceName, "dynamodb" | "sqs" | "kms" | "secretsmanager" | "ses"> = {
  table: "dynamodb",
  index: "dynamodb",
  events: "sqs",
  deliveries: "sqs",
  timers: "sqs",
  calendarWrites: "sqs",
  calendars: "sqs",
  mails: "sqs",
  paymentDeadLetters: "sqs",
  secrets: "kms",
  cursors: "kms",
  oidcSecret: "secretsmanager",
  smtpSecret: "secretsmanager",
  mailIdentity: "ses",
};

const isResource = (name: string): name is ResourceName => name in SERVICES;

/** Splits `table:GetItem` into its resource and action. */
export function splitPermission(permission: Permission): { resource: ResourceName; action: string } {
  const [resource = "", action = ""] = permission.split(":");
  if (!isResource(resource)) throw new Error(`no resource for the permission ${permission}`);
  return { resource, action };
}

/** Returns the action of a permission, as in the local AWS's usage: `dynamodb:GetItem`, or `dynamodb:Query index`. */
export function permittedAction(permission: Permission): string {
  const { resource, action } = splitPermission(permission);
  return `${SERVICES[resource]}:${action}${resource === "index" ? " index" : ""}`;
}
