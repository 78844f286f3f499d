import * as z from "zod";
import { EventTypeFilter, listEventTypes } from "#lib/calendar/event-types/list.ts";
import { EventType } from "#lib/calendar/event-types/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the caller's event types; all event types for a system admin. */
export const handler = listEndpoint(
  {
    id: "event-types.list",
    summary: "List event types",
    description:
      "Lists your event types; those with several hosts while you are a member of their team. System admins get all event types.",
    route: "GET /event-types",
    scopes: ["READ_BOOKING"],
    input: { query: EventTypeFilter },
    response: z.object({
      event_types: z.array(EventType).describe("Event types in the order of their ids."),
    }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listEventTypes(caller, query),
);
