import * as z from "zod";
import { listBusyTimes } from "#lib/calendar/external/busy-times.ts";
import { BusyRange, CalendarId } from "#lib/calendar/external/schema.ts";
import { SearchTime } from "#lib/calendar/slots/query.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { MINUTE } from "#lib/platform/minutes.ts";

/** Lists the busy times that were read from a calendar. */
export const handler = listEndpoint(
  {
    id: "calendars.list-busy",
    summary: "List busy times",
    description: "Lists the busy times of a calendar: why is this slot closed? No titles are stored.",
    route: "GET /calendars/{id}/busy",
    scopes: ["READ_CALENDAR"],
    input: {
      path: z.object({ id: CalendarId }),
      query: z.object({
        from: SearchTime.optional().describe("Start of the range; the first busy time if missing."),
        to: SearchTime.optional().describe("End of the range; the last busy time if missing."),
      }),
    },
    response: z.object({ busy: z.array(BusyRange).describe("Busy times in the order of their starts.") }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  ({ caller, path, query: { from = -Infinity, to = Infinity } }) =>
    listBusyTimes(caller, path.id, { from: from / MINUTE, to: to / MINUTE }),
);
