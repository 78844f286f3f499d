import { BookingItem, StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { Range } from "#lib/calendar/availability/calendar.ts";
import { isReservation } from "#lib/calendar/claims/owner.ts";
import { listClaimedTime } from "#lib/calendar/claims/read-claims.ts";
import { bookingsIn } from "#lib/calendar/claims/seated-time-bookings.ts";
import { eventTypeOfSeatedTime, SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { minuteOf } from "#lib/platform/minutes.ts";
import { projection, type Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";

/** Stored bookings, of which only the fields for counting are read. */
export const CountedBooking = projection(BookingItem, {
  versioned: true,
  schema: StoredBooking.pick({
    id: true,
    userId: true,
    eventTypeId: true,
    startTime: true,
    endTime: true,
    status: true,
    countedIn: true,
    version: true,
  }),
});
export type CountedBooking = Stored<typeof CountedBooking>;

/** Lists the bookings of an event type that hold time and start in a range, by the claims of its present and former hosts. */
export async function listCountedBookings(
  { eventType, owner }: Bookable,
  range: Range,
): Promise<CountedBooking[]> {
  const { hosts: present, formerHostIds = [] } = eventType;
  const hosts = new Set([owner.id, ...present.map(({ userId }) => userId), ...formerHostIds]);
  const lists = await Promise.all(
    [...hosts].map((userId) => listCountedBookingsOf(userId, eventType, range)),
  );
  return lists.flat();
}

/** Lists those in the partition of one host. A booking with several hosts is in the partition of one of them. */
async function listCountedBookingsOf(
  hostId: number,
  eventType: Pick<Bookable["eventType"], "id">,
  range: Range,
): Promise<CountedBooking[]> {
  const owners = [...new Set((await listClaimedTime(hostId, range)).map(({ owner }) => owner))];
  const ids = owners.filter((owner) => typeof owner === "number");
  const slots = owners.filter((owner) => typeof owner === "string").filter((owner) => !isReservation(owner));
  const ownSlots = slots.filter((slot) => eventTypeOfSeatedTime(slot) === eventType.id);
  const shared = await findItems(
    ownSlots.map((slot) => itemRequest(SeatedTimeItem, { userId: hostId, slot })),
  );
  const seated = shared.flatMap((slot) => (slot ? bookingsIn(slot) : [])).map(({ id }) => id);
  const bookings = await findItems(
    [...ids, ...seated].map((id) => itemRequest(CountedBooking, { userId: hostId, id })),
    { attributesOfSchema: true },
  );
  return bookings
    .filter((booking) => booking !== undefined)
    .filter(({ eventTypeId, status, startTime }) => {
      const start = minuteOf(startTime);
      return eventTypeId === eventType.id && holdsTime(status) && range.from <= start && start < range.to;
    });
}
