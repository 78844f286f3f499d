import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { authorizer } from "#lib/identity/authorizer/authorizer.ts";

/** Finds the caller of a request by its API key or access token, and counts the call for the rate limit. */
export const handler = authorizer(
  {
    id: "authorizer",
    summary: "Authenticates a request and counts it against the rate limit",
    gateway: "authorizer",
    permissions: ["table:UpdateItem", "table:GetItem"],
  },
  authorize,
);
