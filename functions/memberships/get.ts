import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { getMembership } from "#lib/identity/memberships/read.ts";
import { Membership, MembershipPath } from "#lib/identity/memberships/schema.ts";

/** Gets one membership. */
export const handler = endpoint(
  {
    id: "memberships.get",
    summary: "Get a membership",
    description: "Returns one membership.",
    route: "GET /memberships/{key}",
    scopes: ["READ_MEMBERSHIP"],
    path: MembershipPath,
    response: z.object({ membership: Membership }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem"],
  },
  async ({ caller, path }) => ({ membership: await getMembership(caller, path) }),
);
