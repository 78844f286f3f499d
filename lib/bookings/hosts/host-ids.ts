import type { StoredBooking } from "#lib/bookings/entity.ts";

interface HostedBooking {
  /** The host in whose partition the booking is. */
  userId: number;
  otherHosts?: readonly { id: number }[] | undefined;
}

/** Returns the ids of all hosts of a booking; the first one is the host in whose partition it is. */
export const hostIdsOf = ({ userId, otherHosts = [] }: HostedBooking): number[] => [
  userId,
  ...otherHosts.map(({ id }) => id),
];

/** Whether a booking has several hosts. */
export const hasSeveralHosts = ({ otherHosts = [] }: Pick<StoredBooking, "otherHosts">): boolean =>
  otherHosts.length > 0;
