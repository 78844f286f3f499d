import * as z from "zod";
import { deleteEventType } from "#lib/calendar/event-types/delete.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { EventType } from "#lib/calendar/event-types/schema.ts";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Deletes an event type; its bookings stay. */
export const handler = writeEndpoint(
  {
    id: "event-types.delete",
    summary: "Delete an event type",
    description:
      "Deletes the event type. Its bookings stay. Admins and owners of a team can delete its event types with several hosts.",
    route: "DELETE /event-types/{id}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: EventTypeId }) },
    result: EventTypeItem.schema,
    response: z.object({ event_type: EventType, message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:DeleteItem", "table:UpdateItem"],
  },
  ({ caller, path }) => deleteEventType(caller, path),
  (eventType) => ({ event_type: eventType, message: "Event type deleted." }),
);
