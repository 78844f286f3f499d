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
