import type { StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { FormerParticipant } from "#lib/storage/outbox/entity.ts";

/**
 * Lists the people of a booking who are not in it any more after a change, or not in the booking that replaces it. None if it held no time
 * before: then they were notified of its end.
 */
export function formerParticipants(before: StoredBooking, after: StoredBooking): FormerParticipant[] {
  if (!holdsTime(before.status)) return [];
  const remaining = new Set(participantsOf(after).map(({ email }) => email.toLowerCase()));
  return participantsOf(before).filter(({ email }) => !remaining.has(email.toLowerCase()));
}

const participantsOf = ({ attendees, user, otherHosts = [] }: StoredBooking): FormerParticipant[] => [
  ...attendees.map(({ id: attendeeId, name, email, timeZone, locale }) => ({
    ...{ role: "guest" as const, attendeeId, name, email, timeZone, locale },
  })),
  ...[user, ...otherHosts].map(({ id: userId, name, email, timeZone, locale }) => ({
    ...{ role: "host" as const, userId, name, email, timeZone, locale },
  })),
];
