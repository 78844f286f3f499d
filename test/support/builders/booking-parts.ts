import { createAttendee } from "#lib/bookings/attendees/create.ts";
import type { StoredAttendee } from "#lib/bookings/attendees/entity.ts";
import { AttendeeCreate } from "#lib/bookings/attendees/schema.ts";
import type { StoredReference } from "#lib/bookings/booking-references/entity.ts";
import { ReferenceCreate } from "#lib/bookings/booking-references/schema.ts";
import { createReference } from "#lib/bookings/booking-references/writes.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { resetClock } from "#test/support/clock/pass-time.ts";
import { SAMPLE_PEOPLE } from "./sample-people.ts";

let made = 0;

/** The body of a request for a new attendee. */
export const attendeeRequest = (bookingId: number, fields: Record<string, unknown> = {}) => ({
  bookingId,
  email: `attendee-${++made}@example.com`,
  name: SAMPLE_PEOPLE.attendee,
  timeZone: "Europe/Zurich",
  ...fields,
});

/** Adds an attendee to a booking as the given caller. */
export const addAttendee = async (
  caller: Caller,
  { id }: { id: number },
  fields: Record<string, unknown> = {},
): Promise<StoredAttendee> => createAttendee(caller, AttendeeCreate.parse(attendeeRequest(id, fields)));

/** Adds several attendees to a booking, one after the other. */
export async function addAttendees(
  caller: Caller,
  booking: { id: number },
  count: number,
): Promise<StoredAttendee[]> {
  const added: StoredAttendee[] = [];
  while (added.length < count) added.push(await addAttendee(caller, booking));
  return added;
}

/** The body of a request for a new reference. */
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

/** Makes a booking look as if its meeting ended half an hour ago and its events were sent. Its claim stays the same. */
export async function moveIntoPast(booking: StoredBooking): Promise<StoredBooking> {
  const before = await getStoredBooking(booking);
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const past = { ...before, startTime: ago(60), endTime: ago(30), nextMeetingTrigger: null };
  await writeOne(replace(BookingItem, before, past));
  return getStoredBooking(booking);
}

/** Returns a booking as stored now. */
export async function getStoredBooking({
  userId,
  id,
}: {
  userId: number;
  id: number;
}): Promise<StoredBooking> {
  const booking = await findItem(BookingItem, { userId, id });
  if (!booking) throw new Error(`Booking ${id} not found.`);
  return booking;
}

/** Moves a booking so that it starts now, and returns the start. */
export async function moveStartToNow(caller: Caller, id: number): Promise<string> {
  const time = Date.now();
  const [start, end] = [time, time + 1_800_000].map((each) => new Date(each).toISOString());
  // The time is in the future by the clock of this process, however long the update takes.
  setClock(() => Date.now() - 600_000);
  const { startTime } = await updateBooking(caller, { id }, BookingUpdate.parse({ start, end }));
  resetClock();
  return startTime;
}
