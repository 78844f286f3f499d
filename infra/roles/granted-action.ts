import { SERVICES, splitGrant } from "#infra/granted-services.ts";
import type { Grant } from "#lib/platform/grants.ts";

/** The action a grant allows, as the local AWS counts it: `dynamodb:GetItem`, on an index `dynamodb:Query index`. */
export function grantedAction(grant: Grant): string {
  const { resource, action } = splitGrant(grant);
  return `${SERVICES[resource]}:${action}${resource === "index" ? " index" : ""}`;
}
