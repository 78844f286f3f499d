import * as z from "zod";
import { readConnection } from "#lib/calendar/external/list.ts";
import { CalendarConnection, ConnectionId } from "#lib/calendar/external/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets one calendar connection. */
export const handler = endpoint(
  {
    id: "calendar-connections.get",
    summary: "Get a calendar connection",
    description: "Returns one of your calendar connections.",
    route: "GET /calendar-connections/{id}",
    scopes: ["READ_CALENDAR"],
    input: { path: z.object({ id: ConnectionId }) },
    response: z.object({ calendar_connection: CalendarConnection }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:Query"],
  },
  async ({ caller, path }) => ({ calendar_connection: await readConnection(caller, path.id) }),
);
