import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";

/** The start of a slot, and that of a later one. */
export const START = "2031-03-04T09:00:00.000Z";
export const LATER = "2031-03-04T10:00:00.000Z";
/** The answers of a person who books. */
export const responses = { name: "Ann Booker", email: "ann@example.com" };

/** Creates a host whose API key agents use, and an event type. Allows 600 requests per minute. */
export async function makeAgentHost(
  fields: Record<string, unknown> = {},
): Promise<{ host: UserWithKey; eventType: EventType }> {
  process.env["RATE_LIMIT_PER_MINUTE"] = "600";
  const host = await makeUserWithKey();
  return { host, eventType: await makeEventType(host.caller, fields) };
}
