import * as z from "zod";
import { EventTypeCreateBody } from "#lib/calendar/event-types/body.ts";
import { createEventType } from "#lib/calendar/event-types/create.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { IGNORED_FIELDS } from "#lib/calendar/event-types/ignored-fields.ts";
import { EventType } from "#lib/calendar/event-types/schema.ts";
import { toBookingFields } from "#lib/calendar/event-types/sent-booking-fields.ts";
import { Warnings, warningsAbout } from "#lib/calendar/event-types/warnings.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Creates an event type of the caller. */
export const handler = writeEndpoint(
  {
    id: "event-types.create",
    summary: "Create an event type",
    description:
      "Creates an event type. Only the title and the length are required. With `teamId` it belongs to a team of which you are an admin or owner.",
    route: "POST /event-types",
    scopes: ["WRITE_BOOKING"],
    input: { body: EventTypeCreateBody },
    result: EventTypeItem.schema,
    response: z.object({
      event_type: EventType,
      message: Message,
      warnings: Warnings,
    }),
    failures: ["conflict", "forbidden", "read_only_calendar"],
    permissions: ["table:GetItem", "table:UpdateItem", "table:PutItem", "table:ConditionCheckItem"],
  },
  ({ caller, body }) =>
    createEventType(caller, { ...body, bookingFields: toBookingFields(body.bookingFields) }),
  (eventType, { body }) => ({
    event_type: eventType,
    message: "Event type created.",
    ...warningsAbout(body, IGNORED_FIELDS),
  }),
);
