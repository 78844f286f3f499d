import { createAttendee } from "#lib/bookings/attendees/create.ts";
import type { StoredAttendee } from "#lib/bookings/attendees/entity.ts";
import { AttendeeCreate } from "#lib/bookings/attendees/schema.ts";
import { createReference } from "#lib/bookings/booking-references/create.ts";
import type { StoredReference } from "#lib/bookings/booking-references/entity.ts";
import { ReferenceCreate } from "#lib/bookings/booking-references/schema.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { replace } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { PLANTED } from "./planted-people.ts";

let made = 0;

/** A request for an attendee: somebody new, and whatever else is said. */
export const attendeeRequest = (bookingId: number, fields: Record<string, unknown> = {}) => ({
  bookingId,
  email: `attendee-${++made}@example.com`,
  name: PLANTED.attendee,
  timeZone: "Europe/Zurich",
  ...fields,
});

/** Adds an attendee to a booking as the given caller. */
export const addAttendee = async (
  caller: Caller,
  { id }: { id: number },
  fields: Record<string, unknown> = {},
): Promise<StoredAttendee> => createAttendee(caller, AttendeeCreate.parse(attendeeRequest(id, fields)));

/** A request for a reference, with what is needed and whatever else is said. */
export const referenceRequest = (bookingId: number, fields: Record<string, unknown> = {}) => ({
  bookingId,
  type: "daily_video",
  uid: `meeting-${++made}`,
  ...fields,
});

/** Adds a reference to a booking as the given caller. */
export const addReference = async (
  caller: Caller,
  { id }: { id: number },
  fields: Record<string, unknown> = {},
): Promise<StoredReference> => createReference(caller, ReferenceCreate.parse(referenceRequest(id, fields)));

/** Lets a booking have begun an hour ago, and all be told of that; the time it claims stays where it is. */
export async function moveIntoPast(booking: StoredBooking): Promise<StoredBooking> {
  const before = await getStoredBooking(booking);
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const over = { ...before, startTime: ago(60), endTime: ago(30), nextMeetingTrigger: null };
  await writeOne(replace(BookingItem, before, over));
  return getStoredBooking(booking);
}

/** A booking as it is stored now. */
export async function getStoredBooking({
  userId,
  id,
}: {
  userId: number;
  id: number;
}): Promise<StoredBooking> {
  const booking = await getItem(BookingItem, { userId, id });
  if (!booking) throw new Error(`there is no booking ${id}`);
  return booking;
}
