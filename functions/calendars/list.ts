import * as z from "zod";
import { CalendarFilter, listCalendars } from "#lib/calendar/external/list.ts";
import { Calendar } from "#lib/calendar/external/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the caller's calendars; all calendars for a system admin. */
export const handler = listEndpoint(
  {
    id: "calendars.list",
    summary: "List calendars",
    description: "Lists your calendars. System admins get all calendars.",
    route: "GET /calendars",
    scopes: ["READ_CALENDAR"],
    input: { query: CalendarFilter },
    response: z.object({ calendars: z.array(Calendar).describe("Calendars in the order of their ids.") }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listCalendars(caller, query),
);
