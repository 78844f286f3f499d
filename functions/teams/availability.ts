import * as z from "zod";
import { getTeamAvailability } from "#lib/bookings/availability/get-availability.ts";
import { MemberAvailability, RangeQuery } from "#lib/bookings/availability/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { TeamId } from "#lib/identity/teams/schema.ts";

/** Gets when each member of a team is busy and open, for the team's admins and owners. */
export const handler = endpoint(
  {
    id: "teams.availability",
    summary: "Get the availability of a team",
    description:
      "Returns busy times and open hours of each member of the team. Only for its admins and owners. An access token needs the scope `ADMIN`; without it, the team is not found.",
    route: "GET /teams/{id}/availability",
    scopes: ["READ_BOOKING", "READ_SCHEDULE"],
    path: z.object({ id: TeamId }),
    query: RangeQuery,
    response: z.array(MemberAvailability),
    computed: true,
    failures: ["not_found", "forbidden", "list_too_large"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query"],
  },
  async ({ caller, path, query }) => getTeamAvailability(caller, path.id, query),
);
