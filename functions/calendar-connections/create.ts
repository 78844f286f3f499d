import * as z from "zod";
import { Connected, connectCalendars } from "#lib/calendar/external/connect.ts";
import { ConnectionCreate } from "#lib/calendar/external/input.ts";
import { renderCalendar, renderConnection } from "#lib/calendar/external/render.ts";
import { Calendar, CalendarConnection } from "#lib/calendar/external/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Connects calendars of the caller. */
export const handler = writeEndpoint(
  {
    id: "calendar-connections.create",
    summary: "Connect calendars",
    description:
      "Connects calendars, whose busy times close slots. A `pushed` calendar gets them with `PUT /calendars/{id}/busy`.",
    route: "POST /calendar-connections",
    scopes: ["WRITE_CALENDAR"],
    input: { body: ConnectionCreate },
    result: Connected,
    response: z.object({
      calendar_connection: CalendarConnection,
      calendars: z.array(Calendar).describe("Its calendars, by id."),
      message: Message,
    }),
    failures: ["forbidden", "limit_reached"],
    permissions: [
      "table:GetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "table:ConditionCheckItem",
    ],
  },
  ({ caller, body }) => connectCalendars(caller, body),
  ({ connection, calendars }) => ({
    calendar_connection: renderConnection(connection, calendars),
    calendars: calendars.map(renderCalendar),
    message: "Calendars connected.",
  }),
);
