import * as z from "zod";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { Connected } from "#lib/calendar/external/connect.ts";
import { renderConnection } from "#lib/calendar/external/render.ts";
import { CalendarConnection, ConnectionId } from "#lib/calendar/external/schema.ts";
import { disconnectCalendars } from "#lib/delivery/calendars/disconnect.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Deletes a calendar connection, its calendars and their busy times. */
export const handler = writeEndpoint(
  {
    id: "calendar-connections.delete",
    summary: "Delete a calendar connection",
    description:
      "Deletes the connection, its calendars and their busy times. Events that were written to them stay, and their references are marked as deleted.",
    route: "DELETE /calendar-connections/{id}",
    scopes: ["WRITE_CALENDAR"],
    input: { path: z.object({ id: ConnectionId }) },
    result: Connected,
    response: z.object({ calendar_connection: CalendarConnection, message: Message }),
    failures: ["not_found"],
    permissions: [...CALENDAR_CHANGES, "table:BatchGetItem", "table:DeleteItem"],
  },
  ({ caller, path }) => disconnectCalendars(caller, path),
  ({ connection, calendars }) => ({
    calendar_connection: renderConnection(connection, calendars),
    message: "Calendars disconnected.",
  }),
);
