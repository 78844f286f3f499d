import * as z from "zod";
import { EventTypeUpdateBody } from "#lib/calendar/event-types/body.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { IGNORED_CHANGES } from "#lib/calendar/event-types/ignored-fields.ts";
import { EventType } from "#lib/calendar/event-types/schema.ts";
import { toBookingFields } from "#lib/calendar/event-types/sent-booking-fields.ts";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { Warnings, warningsAbout } from "#lib/calendar/event-types/warnings.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Updates an event type. Slots and bookings follow the change within 5 seconds. */
export const handler = writeEndpoint(
  {
    id: "event-types.update",
    summary: "Update an event type",
    description:
      "Changes the fields that you send. Slots and bookings follow the change within 5 seconds; existing bookings stay. Admins and owners of a team can change its event types with several hosts, except for `teamId` and removing `schedulingType`.",
    route: "PATCH /event-types/{id}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: EventTypeId }), body: EventTypeUpdateBody },
    result: EventTypeItem.schema,
    response: z.object({ event_type: EventType, warnings: Warnings }),
    failures: ["not_found", "conflict", "forbidden", "read_only_calendar"],
    permissions: [
      "table:GetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
      "table:ConditionCheckItem",
    ],
  },
  ({ caller, path, body: { userId: _, bookingFields, ...changes } }) =>
    updateEventType(caller, path, {
      ...changes,
      ...(bookingFields && { bookingFields: toBookingFields(bookingFields) }),
    }),
  (eventType, { body }) => ({ event_type: eventType, ...warningsAbout(body, IGNORED_CHANGES) }),
);
