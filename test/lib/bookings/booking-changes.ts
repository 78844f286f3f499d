import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";

const DAY = "2030-03-04";

/** A time of the day of the bookings. */
export const at = (time: string) => `${DAY}T${time}:00.000Z`;

/** Updates a booking. */
export const change = (caller: Caller, { id }: StoredBooking, changes: object) =>
  updateBooking(caller, { id }, BookingUpdate.parse(changes));

/** Creates a host with an event type and a booking. */
export async function makeBooking(time = "09:00", eventType: Record<string, unknown> = {}) {
  const host = await makeHost();
  const made = await makeEventType(host, eventType);
  return { host, eventType: made, booking: await book(host, made, { start: at(time) }) };
}
