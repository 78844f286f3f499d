import * as z from "zod";
import { getTeamAvailability, getUserAvailability } from "#lib/bookings/availability/get-availability.ts";
import {
  AvailabilityQuery,
  MemberAvailability,
  UserAvailability,
} from "#lib/bookings/availability/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets the busy times and open hours of a user, or of each member of a team. */
export const handler = endpoint(
  {
    id: "availability.get",
    summary: "Get the availability of a user or a team",
    description:
      "Returns busy times and open hours in a range of at most 92 days: of a user (`userId` or `username`), or with `teamId` of each member of a team. With `eventTypeId` also the free slots. An access token needs the scope `ADMIN` for others than its user.",
    route: "GET /availability",
    scopes: ["READ_BOOKING", "READ_SCHEDULE"],
    query: AvailabilityQuery,
    response: z.union([UserAvailability, z.array(MemberAvailability)]),
    computed: true,
    failures: ["not_found", "forbidden", "list_too_large"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query"],
  },
  async ({ caller, query }) => {
    const { teamId, userId, username } = query;
    if (teamId !== undefined) return getTeamAvailability(caller, teamId, query);
    return getUserAvailability(caller, userId === undefined ? username : String(userId), query);
  },
);
