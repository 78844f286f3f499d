import type { Permission } from "#lib/platform/permissions.ts";

/** What a permission is for: `table` of `table:GetItem`. */
export type ResourceName = Permission extends `${infer R}:${string}` ? R : never;

/** The AWS service behind each resource a permission may name. */
export const SERVICES: Record<ResourceName, "dynamodb" | "sqs" | "kms" | "secretsmanager"> = {
  table: "dynamodb",
  index: "dynamodb",
  events: "sqs",
  deliveries: "sqs",
  timers: "sqs",
  paymentDeadLetters: "sqs",
  secrets: "kms",
  cursors: "kms",
  oidcSecret: "secretsmanager",
};

const isResource = (name: string): name is ResourceName => name in SERVICES;

/** `table:GetItem` → what it is for, and the action of its service. */
export function splitPermission(permission: Permission): { resource: ResourceName; action: string } {
  const [resource = "", action = ""] = permission.split(":");
  if (!isResource(resource)) throw new Error(`no resource for the permission ${permission}`);
  return { resource, action };
}

/** The action a permission allows, as the local AWS counts it: `dynamodb:GetItem`, on an index `dynamodb:Query index`. */
export function permittedAction(permission: Permission): string {
  const { resource, action } = splitPermission(permission);
  return `${SERVICES[resource]}:${action}${resource === "index" ? " index" : ""}`;
}
