import type { StoredBooking } from "#lib/bookings/entity.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import type { EventItem } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { listEmailsOfBooking } from "./create.ts";
import type { Email } from "./entity.ts";

/** The most replaced bookings whose mails are read. Only a booking whose mails wait does not have its own mail to everybody. */
const MAX_REPLACED = 10;

/**
 * The mails about a booking without those of an event, and about the bookings that it replaced, oldest first. In calendars all of them are one
 * event. `fromReschedule`: the `uid` of the booking that it replaced.
 */
export async function listPreviousEmails(
  { userId, bookingId, id }: Stored<typeof EventItem>,
  { fromReschedule }: Pick<StoredBooking, "fromReschedule">,
): Promise<Email[]> {
  const lists = [await listEmailsOfBooking(userId, bookingId)];
  for (let uid = fromReschedule; uid !== null && lists.length <= MAX_REPLACED; ) {
    const replaced = await undefinedIfNotFound(getBooking(OPERATOR, uid));
    lists.unshift(replaced ? await listEmailsOfBooking(replaced.userId, replaced.id) : []);
    uid = replaced?.fromReschedule ?? null;
  }
  return lists.flat().filter(({ eventId }) => eventId !== id);
}
