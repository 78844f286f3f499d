import * as z from "zod";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { listMemberships } from "#lib/identity/memberships/read.ts";
import { Membership } from "#lib/identity/memberships/schema.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** Lists memberships: the caller's own, a team's for its admins and owners, all for a system admin. */
export const handler = listEndpoint(
  {
    id: "memberships.list",
    summary: "List memberships",
    description: "Lists your memberships. With `teamId`, admins and owners of the team get all its members.",
    route: "GET /memberships",
    scopes: ["READ_MEMBERSHIP"],
    query: z.object({
      userId: WholeNumber.optional().describe("Only for admins; ignored for other callers."),
      teamId: WholeNumber.optional().describe(
        "Only admins of the team receive members other than themselves.",
      ),
      include: z.string().max(100).optional().describe("Only `team`, which is always included."),
    }),
    response: z.object({ memberships: z.array(Membership).describe("Memberships in a fixed order.") }),
    failures: [],
    permissions: ["table:GetItem", "table:Query", "index:Query"],
  },
  async ({ caller, query }) => listMemberships(caller, query),
);
