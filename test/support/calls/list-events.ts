import * as z from "zod";
import { Event } from "#lib/bookings/events/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { linksIn } from "./request-list.ts";

const Listed = z.object({ events: z.array(Event) });

/** Requests the caller's events. Returns the events of the response, its next cursor, and the round trips of the call. */
export async function requestEvents(caller: Caller, query: Record<string, string> = {}) {
  const answer = await callEndpoint("events.list", caller, { query });
  const { trips } = roundTrips();
  const events = answer.status === 200 ? Listed.parse(answer.json).events : [];
  const { next } = linksIn(answer.headers["Link"]);
  return { ...answer, events, next, cursor: answer.headers["X-Next-Cursor"] ?? "", trips };
}
