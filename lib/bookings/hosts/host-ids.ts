import type { StoredBooking } from "#lib/bookings/entity.ts";

/** Who hosts: the user in whose partition the booking lies, and the others if there are several. */
interface HostedByUsers {
  userId: number;
  otherHosts?: readonly { id: number }[] | undefined;
}

/** The ids of all hosts of a booking, that of the host in whose partition it lies first. */
export const hostIdsOf = ({ userId, otherHosts = [] }: HostedByUsers): number[] => [
  userId,
  ...otherHosts.map(({ id }) => id),
];

/** Whether a booking is held by several hosts. */
export const hasSeveralHosts = ({ otherHosts = [] }: Pick<StoredBooking, "otherHosts">): boolean =>
  otherHosts.length > 0;
