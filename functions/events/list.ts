import * as z from "zod";
import { EventFilter, listEvents } from "#lib/bookings/events/list.ts";
import { Event } from "#lib/bookings/events/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the events of the caller's bookings and calendars in the last 30 days, for clients that missed webhooks. See docs/webhooks.md. */
export const handler = listEndpoint(
  {
    id: "events.list",
    summary: "List events",
    description:
      "Lists the events of your bookings and calendars in the last 30 days, oldest first, for programs that catch up without webhooks. Follow the `Link` header and continue later with the last `cursor`.",
    route: "GET /events",
    scopes: ["READ_BOOKING"],
    input: { query: EventFilter },
    response: z.object({ events: z.array(Event).describe("Events, oldest first.") }),
    failures: [],
    permissions: ["table:Query", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listEvents(caller, query),
);
