import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { clientOf } from "./api-client.ts";

/** Sends a request such as `GET /slots` as a user. */
export type SendAs = (user: UserWithKey, request: string, body?: unknown) => Promise<ApiResponse>;

/** Creates a client of a cloud that sends requests as a user. */
export const sendAs =
  (cloud: () => { baseUrl: string }): SendAs =>
  ({ key }, request, body) => {
    const [method = "", path = ""] = request.split(" ");
    return clientOf(cloud().baseUrl)({ method, path, key, body });
  };

/** The id of the resource that a response has under a name. */
export const idOf = ({ json }: ApiResponse, name: string): number => Number(Object(json[name]).id);

/** The times of the slots in a response. */
export const timesIn = ({ json }: ApiResponse): string[] =>
  Object.values(Object(json["slots"])).flatMap((slots) =>
    Array.from(Object(slots), (slot) => String(Object(slot).time)),
  );

/** Makes a user available on Tuesdays from 9 to 11 in Berlin, with an event type of 30 minutes that anyone can book. */
export async function makeBerlinHost(
  send: SendAs,
  user?: UserWithKey,
): Promise<{ host: UserWithKey; eventType: EventType; scheduleId: number }> {
  const host = user ?? (await makeUserWithKey());
  const availability = [{ days: [2], startTime: "09:00", endTime: "11:00" }];
  const fields = { name: "Work", timeZone: "Europe/Berlin", availability };
  const scheduleId = idOf(await send(host, "POST /schedules", fields), "schedule");
  return { host, scheduleId, eventType: await makeEventType(host.caller, { bookableBy: "anyone" }) };
}
