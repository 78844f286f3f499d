import { authorize } from "#lib/authorizer/authorize.ts";
import { authorizer } from "#lib/authorizer/authorizer.ts";

/** Finds who calls, by an API key in any of its places or an access token, counted against its rate limit. */
export const handler = authorizer(
  {
    id: "authorizer",
    summary: "Authenticates a request and counts it against the rate limit",
    gateway: "authorizer",
    permissions: ["table:UpdateItem", "table:GetItem"],
  },
  authorize,
);
