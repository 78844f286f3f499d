import ICAL from "ical.js";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { type CalendarStub, startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { getStoredBooking } from "./booking-parts.ts";
import { makeEventType, makeHost } from "./builders.ts";
import { connect } from "./calendars.ts";

/** A user whose bookings are written to a calendar of a stub. */
export interface CalendarHost {
  host: Caller;
  eventType: EventType;
  stub: CalendarStub;
  calendarId: number;
  connectionId: number;
}

/** Connects the calendars of a new stub to a host, and makes the first one the destination. `paths` are its calendars. */
export async function connectDestination(
  host: Caller,
  paths = ["/ann/work/"],
): Promise<Pick<CalendarHost, "stub" | "calendarId" | "connectionId"> & { calendarIds: number[] }> {
  const stub = await startCalendarStub("");
  stub.calendars = paths;
  stub.text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR";
  const account = { type: "caldav", url: `${stub.url}/`, username: "ann", password: "secret" };
  const { calendars, connectionId } = await connect(host, account);
  const calendarIds = calendars.map(({ id }) => id);
  const [calendarId = 0] = calendarIds;
  // Busy times expire after six hours, which would close the host's slots.
  await updateCalendar(host, calendarId, { isDestination: true, countsAsBusy: false });
  stub.received.length = 0;
  return { stub, calendarId, connectionId, calendarIds };
}

/** Creates a host with a destination. */
export async function makeCalendarHost(
  eventType: Record<string, unknown> = {},
  paths?: string[],
): Promise<CalendarHost & { calendarIds: number[] }> {
  const host = await makeHost();
  return {
    host,
    eventType: await makeEventType(host, eventType),
    ...(await connectDestination(host, paths)),
  };
}

/** Changes the settings of a calendar. */
export const updateCalendar = (host: Caller, id: number, body: object) =>
  callEndpoint("calendars.update", host, { path: { id: String(id) }, body });

/** Gets a calendar. */
export const getCalendar = async (host: Caller, id: number): Promise<Record<string, unknown>> =>
  Object((await callEndpoint("calendars.get", host, { path: { id: String(id) } })).json["calendar"]);

/** What an event says, read by another parser than ours. */
export function readEvent(text: string) {
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
  if (!event) throw new Error("There is no event.");
  const { uid, sequence, summary, description, location, startDate, endDate, attendees, organizer } =
    new ICAL.Event(event);
  return {
    ...{ uid, sequence, summary, description, location, organizer, attendees: attendees.length },
    ...{ start: startDate.toJSDate().toISOString(), end: endDate.toJSDate().toISOString() },
  };
}

/** The events in a stub. */
export const eventsIn = ({ events }: CalendarStub) =>
  [...events].map(([path, text]) => ({ path, ...readEvent(text) }));

/** References of a booking: whether each is deleted. */
export const referencesOf = async (booking: StoredBooking) =>
  (await getStoredBooking(booking)).references.map(({ externalCalendarId, deleted }) => [
    externalCalendarId,
    deleted,
  ]);
