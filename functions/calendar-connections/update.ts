import * as z from "zod";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { Connected } from "#lib/calendar/external/connect.ts";
import { CALENDAR_FAILURES } from "#lib/calendar/external/failure.ts";
import { ConnectionUpdate } from "#lib/calendar/external/input.ts";
import { renderConnection } from "#lib/calendar/external/render.ts";
import { CalendarConnection, ConnectionId } from "#lib/calendar/external/schema.ts";
import { updateConnection } from "#lib/calendar/external/update-connection.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Changes the credentials of a connection. */
export const handler = writeEndpoint(
  {
    id: "calendar-connections.update",
    summary: "Change the credentials of a connection",
    description:
      "Changes the password, the user name or the URL, after reading the calendars with them, within 25 seconds. If that fails, nothing changes.",
    route: "PATCH /calendar-connections/{id}",
    scopes: ["WRITE_CALENDAR"],
    input: { path: z.object({ id: ConnectionId }), body: ConnectionUpdate },
    result: Connected,
    response: z.object({ calendar_connection: CalendarConnection }),
    failures: ["not_found", ...CALENDAR_FAILURES],
    permissions: [...CALENDAR_CHANGES, "secrets:Encrypt", "secrets:Decrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  ({ caller, path, body, apiHost }) => updateConnection(caller, { ...path, apiHost }, body),
  ({ connection, calendars }) => ({ calendar_connection: renderConnection(connection, calendars) }),
);
