import { authorize } from "#lib/authorizer/authorize.ts";
import { authorizer } from "#lib/authorizer/authorizer.ts";

/** Finds who calls, by an API key in any of its places or an access token, counted against its rate limit. */
export const handler = authorizer(
  {
    id: "authorizer",
    summary: "Finds the caller of a request and counts it",
    gateway: "authorizer",
    grants: ["table:UpdateItem", "table:GetItem"],
  },
  authorize,
);
