import * as z from "zod";
import { ChildFilter, listChildren } from "#lib/bookings/children/list.ts";
import { getBookingChild, getChangeableBookingChild } from "#lib/bookings/children/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { oneOrMore } from "#lib/platform/one-or-more.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { Attendees, type StoredAttendee } from "./entity.ts";

/** Gets an attendee of one of the caller's bookings. */
export const getAttendee = (caller: Caller, id: number): Promise<StoredAttendee> =>
  getBookingChild(caller, Attendees.lookup(id));

/** Gets an attendee to change it: only as the first host of the booking, or as a system admin. */
export const getChangeableAttendee = (caller: Caller, id: number): Promise<StoredAttendee> =>
  getChangeableBookingChild(caller, Attendees.lookup(id));

/** The query of the list of attendees, without the parameters of pages. */
export const AttendeeFilter = ChildFilter.extend({
  email: oneOrMore(z.email().max(254), "must be an email address")
    .optional()
    .describe("Only attendees with one of these email addresses; case-insensitive."),
});
export type AttendeeFilter = z.output<typeof AttendeeFilter>;

/** Lists the attendees of the bookings that a caller hosts; of all bookings for a system admin. */
export function listAttendees(
  caller: Caller,
  { email, ...filter }: AttendeeFilter = {},
): ListSource<StoredAttendee> {
  const emails = email && new Set(email.map((address) => address.toLowerCase()));
  const matches = emails && ((attendee: StoredAttendee) => emails.has(attendee.email.toLowerCase()));
  return listChildren(caller, Attendees, { ...filter, matches });
}
