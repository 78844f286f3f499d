import * as z from "zod";
import { CalendarFilter, listConnections } from "#lib/calendar/external/list.ts";
import { CalendarConnection } from "#lib/calendar/external/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the caller's calendar connections; all connections for a system admin. */
export const handler = listEndpoint(
  {
    id: "calendar-connections.list",
    summary: "List calendar connections",
    description: "Lists your calendar connections. System admins get all connections.",
    route: "GET /calendar-connections",
    scopes: ["READ_CALENDAR"],
    input: { query: CalendarFilter },
    response: z.object({
      calendar_connections: z.array(CalendarConnection).describe("Connections in the order of their ids."),
    }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listConnections(caller, query),
);
