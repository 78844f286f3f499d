/** A booking in a seated time. */
export interface SeatedBooking {
  id: number;
  uid: string;
}

const PREFIX = "booking:";

/** Returns the attribute of a seated time for one of its bookings: its name contains the id, its value is the uid. */
export const nameInSeatedTime = ({ id, uid }: SeatedBooking): Record<string, string> => ({
  [`${PREFIX}${id}`]: uid,
});

/** Lists the names of the attributes of a seated time for its bookings. */
export const bookingAttributesOf = (slot: object): string[] =>
  Object.keys(slot).filter((name) => name.startsWith(PREFIX));

/** Lists the bookings of a seated time, by ascending id. */
export const bookingsIn = (slot: Readonly<Record<string, unknown>>): SeatedBooking[] =>
  bookingAttributesOf(slot)
    .map((name) => ({ id: Number(name.slice(PREFIX.length)), uid: String(slot[name]) }))
    .toSorted((one, other) => one.id - other.id);
