import { OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";

/** The start of the booking. */
export const START = "2030-03-04T09:00:00.000Z";

/** The hour of the start, since 1970. */
export const HOUR = Date.parse(START) / 3_600_000;

/** Creates a host with a booking. */
export async function makeBooking(eventType: Record<string, unknown> = {}) {
  const host = await makeHost();
  const made = await makeEventType(host, eventType);
  return { host, eventType: made, booking: await book(host, made, { start: START }) };
}

/** Checks the claims of a host. */
export const check = ({ userId }: { userId: number }) => checkClaims(OPERATOR, userId);
