import { getBookingChild, getChangeableBookingChild } from "#lib/bookings/children/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { Attendees, type StoredAttendee } from "./entity.ts";

/** Gets an attendee of one of the caller's bookings. */
export const getAttendee = (caller: Caller, id: number): Promise<StoredAttendee> =>
  getBookingChild(caller, Attendees.lookup(id));

/** Gets an attendee to change it: only as the first host of the booking, or as a system admin. */
export const getChangeableAttendee = (caller: Caller, id: number): Promise<StoredAttendee> =>
  getChangeableBookingChild(caller, Attendees.lookup(id));
