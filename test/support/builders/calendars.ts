import * as z from "zod";
import { Calendar, CalendarConnection } from "#lib/calendar/external/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

const Connected = z.object({
  calendar_connection: CalendarConnection,
  calendars: z.array(Calendar).min(1),
  message: z.string(),
});

/** Connects calendars. */
export async function connect(host: Caller, body: Record<string, unknown>) {
  const { json } = await callEndpoint("calendar-connections.create", host, { body });
  const { calendar_connection: connection, calendars, message } = Connected.parse(json);
  return {
    connection,
    calendars,
    message,
    connectionId: connection.id,
    calendarId: calendars[0]?.id ?? 0,
  };
}

/** Connects a pushed calendar; returns its id and that of its connection. */
export const connectPushed = (host: Caller, name = "Work") => connect(host, { type: "pushed", name });

/** A busy time, as instants. */
export interface Busy {
  start: string;
  end: string;
}

/** Replaces the busy times of a pushed calendar in a range. */
export const pushBusy = (
  host: Caller,
  id: number,
  range: { from: string; to: string; busy: readonly Busy[] },
) => callEndpoint("calendars.put-busy", host, { path: { id: String(id) }, body: range });

/** Checks a calendar now. */
export const syncCalendar = (host: Caller, id: number) =>
  callEndpoint("calendars.sync", host, { path: { id: String(id) } });
