import type { Caller } from "#lib/caller.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

/** Connects a pushed calendar; returns its id and that of its connection. */
export async function connectPushed(host: Caller, name = "Work") {
  const { json } = await callEndpoint("calendar-connections.create", host, {
    body: { type: "pushed", name },
  });
  const calendars: unknown = json["calendars"];
  const [calendar] = Array.isArray(calendars) ? calendars : [];
  return {
    connectionId: Number(Object(json["calendar_connection"]).id),
    calendarId: Number(Object(calendar).id),
  };
}

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
