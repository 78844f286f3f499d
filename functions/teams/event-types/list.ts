import * as z from "zod";
import { listEventTypesOfTeam } from "#lib/event-types/list-of-team.ts";
import { EventType } from "#lib/event-types/model.ts";
import { listEndpoint } from "#lib/http/list-endpoint.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** Lists the event types of a team for members of the team. Members who aren't its admins get hidden ones only of their own. */
export const handler = listEndpoint(
  {
    id: "teams.event-types.list",
    summary: "List the event types of a team",
    route: "GET /teams/{id}/event-types",
    scopes: ["READ_BOOKING"],
    path: z.object({ id: WholeNumber }),
    response: z.object({ event_types: z.array(EventType) }),
    failures: ["not_found"],
    grants: ["index:Query", "table:BatchGetItem"],
  },
  async ({ caller, path }) => listEventTypesOfTeam(caller, path.id),
);
