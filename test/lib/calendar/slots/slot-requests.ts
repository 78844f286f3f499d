import type { Caller } from "#lib/caller.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";

/** The day of the requests. */
export const DAY = "2031-03-04";
/** A time of the day, such as `09:00`, in UTC. */
export const at = (time: string): string => `${DAY}T${time}:00.000Z`;
/** The range of the requests. */
export const MORNING = { startTime: at("09:00"), endTime: at("11:00") };

/** Calls the endpoint that lists slots. */
export const requestSlots = (caller: Caller, query: Query) => callEndpoint("slots.list", caller, { query });

/** The times of the slots of the morning. */
export async function timesOf(...[caller, query]: Parameters<typeof requestSlots>): Promise<string[]> {
  const { json } = await requestSlots(caller, { ...MORNING, ...query });
  return Object.values(Object(json["slots"]))
    .flat()
    .map((slot) => Object(slot).time);
}

/** Creates a host with an event type. */
export async function makeHostWithEventType(fields: Record<string, unknown> = {}) {
  const host = await makeHost();
  const eventType = await makeEventType(host, fields);
  return { host, eventType, eventTypeId: eventType.id };
}
