import * as z from "zod";
import { EventFilter, listEvents } from "#lib/events/list.ts";
import { Event } from "#lib/events/model.ts";
import { listEndpoint } from "#lib/http/list-endpoint.ts";

/** Lists what happened to the caller's bookings in the last 30 days, for subscribers that catch up. See docs/webhooks.md. */
export const handler = listEndpoint(
  {
    id: "events.list",
    summary: "List events",
    route: "GET /events",
    scopes: ["READ_BOOKING"],
    query: EventFilter,
    response: z.object({ events: z.array(Event) }),
    failures: [],
    grants: ["table:Query", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listEvents(caller, query),
);
