import * as z from "zod";
import { EventType, EventTypeId, EventTypeUpdate } from "#lib/event-types/model.ts";
import { updateEventType } from "#lib/event-types/update.ts";
import { endpoint } from "#lib/http/endpoint.ts";

/** Changes an event type; takes effect for bookings made 5 seconds later at the latest. */
export const handler = endpoint(
  {
    id: "event-types.update",
    summary: "Update an event type",
    description:
      "Changes the fields that you send. Slots and bookings follow the change within 5 seconds; existing bookings stay.",
    route: "PATCH /event-types/{id}",
    scopes: ["WRITE_BOOKING"],
    path: z.object({ id: EventTypeId }),
    body: EventTypeUpdate,
    response: z.object({ event_type: EventType }),
    failures: ["not_found", "conflict", "forbidden"],
    grants: [
      "table:GetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
      "table:ConditionCheckItem",
    ],
  },
  ({ caller, path, body }) => updateEventType(caller, path, body),
  (eventType) => ({ event_type: eventType }),
);
