import type { Grant } from "#lib/platform/grants.ts";

/** The AWS service behind each resource a grant may name. */
export const SERVICES: Record<string, string> = {
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

/** The action a grant allows, as the local AWS counts it: `dynamodb:GetItem`, on an index `dynamodb:Query index`. */
export function grantedAction(grant: Grant): string {
  const [resource = "", action] = grant.split(":");
  return `${SERVICES[resource]}:${action}${resource === "index" ? " index" : ""}`;
}
