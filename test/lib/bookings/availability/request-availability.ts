import type { Caller } from "#lib/caller.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";

/** Two days. */
export const RANGE = { dateFrom: "2031-03-04T00:00:00Z", dateTo: "2031-03-06T00:00:00Z" };

/** A time of the first day. */
export const at = (time: string) => `2031-03-04T${time}:00.000Z`;

/** Requests an availability: of the user or team in the query, or of the one in the path of another endpoint. */
export const requestAvailability = (
  caller: Caller,
  query: Query,
  { id, path }: { id: string; path: Record<string, string> } = { id: "availability.get", path: {} },
) => callEndpoint(id, caller, { query, path });
