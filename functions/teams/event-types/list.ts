import * as z from "zod";
import { listEventTypesOfTeam } from "#lib/calendar/event-types/list.ts";
import { EventType } from "#lib/calendar/event-types/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { TeamId } from "#lib/identity/teams/schema.ts";

/** Lists the event types of a team for members of the team. Members who aren't its admins get hidden ones only of their own. */
export const handler = listEndpoint(
  {
    id: "teams.event-types.list",
    summary: "List the event types of a team",
    description:
      "Lists the event types of a team of which you are a member. Hidden ones only for admins and owners of the team, and for their own hosts. An access token needs the scope `ADMIN`; without it, the team is not found.",
    route: "GET /teams/{id}/event-types",
    scopes: ["READ_BOOKING"],
    path: z.object({ id: TeamId }),
    response: z.object({
      event_types: z.array(EventType).describe("Event types in the order of their ids."),
    }),
    failures: ["not_found"],
    permissions: ["index:Query", "table:BatchGetItem"],
  },
  async ({ caller, path }) => listEventTypesOfTeam(caller, path.id),
);
