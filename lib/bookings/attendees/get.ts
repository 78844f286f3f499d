import { findHosted } from "#lib/bookings/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { Attendees, type StoredAttendee } from "./entity.ts";

/** Reads an attendee of one of the caller's bookings. One round trip; two for an admin whose own it is not. */
export const getAttendee = (caller: Caller, id: number): Promise<StoredAttendee> =>
  findHosted(caller, Attendees.hosted(id));
