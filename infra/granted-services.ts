import type { Grant } from "#lib/platform/grants.ts";

/** What a grant is for: `table` of `table:GetItem`. */
export type ResourceName = Grant extends `${infer R}:${string}` ? R : never;

/** The AWS service behind each resource a grant may name. */
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
export function splitGrant(grant: Grant): { resource: ResourceName; action: string } {
  const [resource = "", action = ""] = grant.split(":");
  if (!isResource(resource)) throw new Error(`no resource for the grant ${grant}`);
  return { resource, action };
}

/** The action a grant allows, as the local AWS counts it: `dynamodb:GetItem`, on an index `dynamodb:Query index`. */
export function grantedAction(grant: Grant): string {
  const { resource, action } = splitGrant(grant);
  return `${SERVICES[resource]}:${action}${resource === "index" ? " index" : ""}`;
}
