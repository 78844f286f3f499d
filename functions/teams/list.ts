import * as z from "zod";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { listVisibleTeams } from "#lib/identity/memberships/read.ts";
import { Team } from "#lib/identity/teams/schema.ts";

/** Lists the teams the caller is a member of or invited to; all for a system admin. */
export const handler = listEndpoint(
  {
    id: "teams.list",
    summary: "List teams",
    description:
      "Lists the teams of which you are a member, or to which you are invited. System admins get all teams.",
    route: "GET /teams",
    scopes: ["READ_MEMBERSHIP"],
    response: z.object({ teams: z.array(Team).describe("Teams in the order of their ids.") }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller }) => listVisibleTeams(caller),
);
