import { recordEvent } from "#lib/bookings/events/record-event.ts";
import type { Caller } from "#lib/caller.ts";
import { EventItem, EventMessage } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { storedBooking } from "./stored-booking.ts";

let bookings = 0;

/** Writes the event of a new booking of a host and returns its message, whose `bookingId` is new. */
export async function makeEvent(host: Caller, teamId: number | null = null): Promise<EventMessage> {
  bookings += 1;
  const { eventType, ...booking } = storedBooking({ id: bookings, userId: host.userId });
  await transact(recordEvent("BOOKING_CREATED", { ...booking, eventType: { ...eventType, teamId } }));
  const events = await queryAll(EventItem, { userId: host.userId }, { reverse: true });
  const event = events.find(({ bookingId }) => bookingId === bookings);
  if (!event) throw new Error("The event was not written.");
  return EventMessage.parse(event);
}
