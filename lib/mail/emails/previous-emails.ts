import { BookingItem, BookingLocator, type StoredBooking } from "#lib/bookings/entity.ts";
import { idInUid } from "#lib/bookings/identifiers.ts";
import type { EventItem } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
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
    const replaced = await findBookingByUid(uid);
    lists.unshift(replaced ? await listEmailsOfBooking(replaced.userId, replaced.id) : []);
    uid = replaced?.fromReschedule ?? null;
  }
  return lists.flat().filter(({ eventId }) => eventId !== id);
}

/** Finds a booking by its uid: that of a new booking contains the id, that of an imported one has a row. */
async function findBookingByUid(uid: string): Promise<StoredBooking | undefined> {
  const [imported] = await findItems([itemRequest(UniqueItem, { kind: "booking-uid", value: uid })]);
  const id = typeof imported?.owner === "number" ? imported.owner : idInUid(uid);
  const [locator] = await findItems([id === undefined ? undefined : itemRequest(BookingLocator, { id })]);
  const [booking] = await findItems([locator && itemRequest(BookingItem, locator)]);
  return booking?.uid === uid ? booking : undefined;
}
