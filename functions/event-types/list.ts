import * as z from "zod";
import { listEventTypes } from "#lib/event-types/list.ts";
import { EventType } from "#lib/event-types/model.ts";
import { listEndpoint } from "#lib/http/list-endpoint.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** Lists the caller's event types; all there are for a system admin. */
export const handler = listEndpoint(
  {
    id: "event-types.list",
    summary: "List event types",
    description: "Lists your event types. System admins get all event types.",
    route: "GET /event-types",
    scopes: ["READ_BOOKING"],
    query: z.object({
      slug: z.string().min(1).max(200).optional().describe("Only the event types with this slug."),
      teamId: WholeNumber.optional().describe("Only the event types of this team."),
      userId: WholeNumber.optional().describe(
        "Event types of this user; other users only for system admins.",
      ),
    }),
    response: z.object({
      event_types: z.array(EventType).describe("Event types in the order of their ids."),
    }),
    failures: ["forbidden"],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listEventTypes(caller, query),
);
