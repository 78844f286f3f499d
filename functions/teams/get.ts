import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { getVisibleTeam } from "#lib/identity/memberships/visibility.ts";
import { Team, TeamId } from "#lib/identity/teams/schema.ts";

/** Gets one team of the caller; any for a system admin. */
export const handler = endpoint(
  {
    id: "teams.get",
    summary: "Get a team",
    description: "Returns a team of which you are a member, or to which you are invited.",
    route: "GET /teams/{id}",
    scopes: ["READ_MEMBERSHIP"],
    input: { path: z.object({ id: TeamId }) },
    response: z.object({ team: Team }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem"],
  },
  async ({ caller, path }) => ({ team: (await getVisibleTeam(caller, path.id)).team }),
);
