import * as z from "zod";
import { getEventType } from "#lib/calendar/event-types/get.ts";
import { EventType } from "#lib/calendar/event-types/schema.ts";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets an event type of the caller or, with several hosts, of a team that the caller administers. */
export const handler = endpoint(
  {
    id: "event-types.get",
    summary: "Get an event type",
    description:
      "Returns one of your event types, or an event type with several hosts of a team of which you are an admin or owner.",
    route: "GET /event-types/{id}",
    scopes: ["READ_BOOKING"],
    input: { path: z.object({ id: EventTypeId }) },
    response: z.object({ event_type: EventType }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ event_type: await getEventType(caller, path.id) }),
);
