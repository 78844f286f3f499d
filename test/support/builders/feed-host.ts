import { CalendarItem } from "#lib/calendar/external/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { calendarOf, eventAt } from "#test/lib/calendar/external/calendars.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { makeEventType, makeUserWithKey } from "./builders.ts";

const DAY = 86_400_000;

/** Tomorrow at 10:00 UTC, and the text of an event there. */
const day = new Date(Math.ceil(Date.now() / DAY) * DAY).toISOString().slice(0, 10);
export const EVENT = calendarOf(eventAt(`DTSTART:${day.replaceAll("-", "")}T100000Z`, "DURATION:PT30M"));

/** A host with a feed, and a client with which the slots from 10:00 to 11:00 are listed. */
export async function makeHostWithFeed(baseUrl: string, url: string) {
  const { caller, key } = await makeUserWithKey();
  const { id: eventTypeId } = await makeEventType(caller);
  const call = async (method: string, path: string, body?: object) =>
    clientOf(baseUrl)({ method, path, key, ...(body && { body }) });
  const { json } = await call("POST", "/calendar-connections", { type: "ics", url });
  const calendarId: number = Object(json["calendars"])[0]?.id;
  const range = `start=${day}T10:00:00Z&end=${day}T11:00:00Z`;
  const slots = async () => {
    const { json: found } = await call("GET", `/slots?eventTypeId=${eventTypeId}&${range}`);
    return Object.values(Object(found["slots"])).flat().length;
  };
  return { caller, call, calendarId, slots };
}

/** Lets a calendar be checked, as a minute after its last check. */
export async function makeOld({ userId }: Caller, id: number): Promise<void> {
  const calendar = await findItem(CalendarItem, { userId, id });
  if (!calendar) throw new Error("The calendar is missing.");
  const lastCheckedAt = new Date(Date.now() - 61_000).toISOString();
  await writeOne(replace(CalendarItem, calendar, { ...calendar, lastCheckedAt }));
}
