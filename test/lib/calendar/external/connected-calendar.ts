import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import {
  at,
  MORNING,
  makeHostWithEventType,
  requestSlots,
  timesOf,
} from "#test/lib/calendar/slots/slot-requests.ts";
import { connect } from "#test/support/builders/calendars.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { calendarOf, eventAt } from "./calendars.ts";

/** A calendar with an event of half an hour on the day of the slots. */
export const busyAt = (time: string): string =>
  calendarOf(eventAt(`DTSTART:20310304T${time.replace(":", "")}00Z`, "DURATION:PT30M"));
export const NOTHING = calendarOf();
/** All slots of the morning. */
export const ALL: readonly string[] = ["09:00", "09:30", "10:00", "10:30"].map(at);
export const FEED = { type: "ics" };
export const ACCOUNT = { type: "caldav", username: "ann", password: "secret" };

/** A host with a connected calendar, of which the stub is the server. */
export async function makeConnected(text: string, type: typeof FEED | typeof ACCOUNT = FEED) {
  const { host, eventTypeId } = await makeHostWithEventType();
  const stub = await startCalendarStub(text);
  const path = type === FEED ? "/feed.ics" : "/";
  const { calendarId, connectionId } = await connect(host, { ...type, url: `${stub.url}${path}` });
  stub.received.length = 0;
  const requestWithId = (endpoint: string, id: number, body?: object) =>
    callEndpoint(endpoint, host, { path: { id: String(id) }, ...(body && { body }) });
  return {
    ...{ host, eventTypeId, stub, calendarId, connectionId },
    openTimes: () => timesOf(host, { eventTypeId }),
    slots: async () => (await requestSlots(host, { ...MORNING, eventTypeId })).json,
    getCalendar: async () => (await requestWithId("calendars.get", calendarId)).json["calendar"],
    update: (body: object) => requestWithId("calendars.update", calendarId, body),
    updateConnection: (body: object) => requestWithId("calendar-connections.update", connectionId, body),
    disconnect: () => requestWithId("calendar-connections.delete", connectionId),
    /** Triggers and payloads of the events of the host, oldest first. */
    events: async () =>
      (await queryAll(EventItem, { userId: host.userId })).map(({ trigger, payload }) => ({
        trigger,
        ...JSON.parse(payload),
      })),
    reads: () => stub.received.length,
  };
}
