import { makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";

/** A Tuesday. */
const DAY = "2031-03-04";

/** A time of the Tuesday, or of another day. */
export const at = (time: string, day = DAY) => `${day}T${time}:00.000Z`;

const CODE = "no_available_users_found_error";

/** The response for a closed time. */
export const closed = (rule: string, nextSlots: readonly string[]) => ({
  status: 409,
  json: { code: CODE, rule, nextSlots },
});

/** Creates a host with an event type that can be booked Monday to Friday from 9:00 to 12:00 UTC. */
export async function makeMorningEventType(more: Record<string, unknown> = {}) {
  const host = await makeHost();
  await makeSchedule(host, {
    timeZone: "UTC",
    availability: [{ days: [1, 2, 3, 4, 5], startTime: "09:00", endTime: "12:00" }],
  });
  const eventType = await makeEventType(host, { length: 60, ...more });
  return { host, eventType, eventTypeId: eventType.id };
}
