import { getBookingChild, getChangeableBookingChild } from "#lib/bookings/children/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { Attendees, type StoredAttendee } from "./entity.ts";

/** Reads an attendee of one of the caller's bookings. One round trip; two for an admin whose own it is not. */
export const getAttendee = (caller: Caller, id: number): Promise<StoredAttendee> =>
  getBookingChild(caller, Attendees.hosted(id));

/** The same, to change it: only as the first host of the booking or a system admin. */
export const getChangeableAttendee = (caller: Caller, id: number): Promise<StoredAttendee> =>
  getChangeableBookingChild(caller, Attendees.hosted(id));
