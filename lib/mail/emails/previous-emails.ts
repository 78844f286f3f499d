import type { StoredBooking } from "#lib/bookings/entity.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { expiryAfter, now } from "#lib/platform/clock.ts";
import type { EventItem } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { listEmailsOfBooking } from "./create.ts";
import { type Email, RETENTION_DAYS } from "./entity.ts";

/** The most replaced bookings whose mails are read. Only a booking whose mails wait does not have its own mail to everybody. */
const MAX_REPLACED = 10;

/** The mails of one event in calendars before an event of its booking. */
export interface PreviousEmails {
  /** Oldest first. */
  emails: Email[];
  /** Whether the first ones may have been deleted. */
  isIncomplete: boolean;
}

/**
 * The mails about a booking without those of an event, and about the bookings that it replaced. In calendars all of them are one event.
 * `fromReschedule`: the `uid` of the booking that it replaced.
 */
export async function listPreviousEmails(
  { userId, bookingId, id }: Stored<typeof EventItem>,
  booking: Pick<StoredBooking, "fromReschedule" | "createdAt">,
): Promise<PreviousEmails> {
  const lists = [await listEmailsOfBooking(userId, bookingId)];
  let first = booking;
  for (let uid = first.fromReschedule; uid !== null && lists.length <= MAX_REPLACED; ) {
    const replaced = await undefinedIfNotFound(getBooking(OPERATOR, uid));
    lists.unshift(replaced ? await listEmailsOfBooking(replaced.userId, replaced.id) : []);
    first = replaced ?? first;
    uid = replaced?.fromReschedule ?? null;
  }
  return {
    emails: lists.flat().filter(({ eventId }) => eventId !== id),
    isIncomplete: expiryAfter(first.createdAt, RETENTION_DAYS) * 1_000 <= now(),
  };
}
