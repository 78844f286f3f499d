import * as z from "zod";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { connectCalendars, NewConnection } from "#lib/calendar/external/connect.ts";
import { CALENDAR_FAILURES } from "#lib/calendar/external/failure.ts";
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
      "Connects calendars, whose busy times close slots. A `pushed` calendar gets them with `PUT /calendars/{id}/busy`. Others are read at once, within 25 seconds; nothing is stored if that fails. Of an account, one calendar counts as busy: that of the URL, else the default one.",
    route: "POST /calendar-connections",
    scopes: ["WRITE_CALENDAR"],
    input: { body: ConnectionCreate },
    result: NewConnection,
    response: z.object({
      calendar_connection: CalendarConnection,
      calendars: z.array(Calendar).describe("Its calendars, by id."),
      message: Message,
    }),
    failures: ["forbidden", "limit_reached", ...CALENDAR_FAILURES],
    permissions: [...CALENDAR_CHANGES, "secrets:Encrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  ({ caller, body, apiHost }) => connectCalendars(caller, body, apiHost),
  ({ connection, calendars, total }) => ({
    calendar_connection: renderConnection(connection, calendars),
    calendars: calendars.map(renderCalendar),
    message:
      calendars.length < total
        ? `The first ${calendars.length} of ${total} calendars connected.`
        : "Calendars connected.",
  }),
);
