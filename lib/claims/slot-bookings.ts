/** A booking as its slot names it. */
export interface SeatedBooking {
  id: number;
  uid: string;
}

const PREFIX = "booking:";

/** The attribute of a slot that names one of its bookings. Reservations have another form (`owner.ts`). */
export const nameInSlot = ({ id, uid }: SeatedBooking): Record<string, string> => ({
  [`${PREFIX}${id}`]: uid,
});

/** The attributes of a slot that name its bookings. */
export const bookingAttributesOf = (slot: object): string[] =>
  Object.keys(slot).filter((name) => name.startsWith(PREFIX));

/** The bookings in a slot, by rising id. */
export const bookingsIn = (slot: Readonly<Record<string, unknown>>): SeatedBooking[] =>
  bookingAttributesOf(slot)
    .map((name) => ({ id: Number(name.slice(PREFIX.length)), uid: String(slot[name]) }))
    .toSorted((one, other) => one.id - other.id);
