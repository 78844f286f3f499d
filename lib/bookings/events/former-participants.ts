import type { StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { FormerParticipant } from "#lib/storage/outbox/entity.ts";

/**
 * Lists the people of a booking who are not in it any more after a change, or not in the booking that replaces it. None leave a booking that
 * held no time before: the mail about its end stays right. If it is replaced, that mail is not sent any more.
 */
export function formerParticipants(before: StoredBooking, after: StoredBooking): FormerParticipant[] {
  const wasEnded = !holdsTime(before.status);
  if (wasEnded && before.id === after.id) return [];
  const remaining = new Set(participantsOf(after).map(({ email }) => email.toLowerCase()));
  const left = participantsOf(before).filter(({ email }) => !remaining.has(email.toLowerCase()));
  return wasEnded ? left.map((person) => ({ ...person, wasEnded })) : left;
}

const participantsOf = ({ attendees, user, otherHosts = [] }: StoredBooking): FormerParticipant[] => [
  ...attendees.map(({ id: attendeeId, name, email, timeZone, locale }) => ({
    ...{ role: "guest" as const, attendeeId, name, email, timeZone, locale },
  })),
  ...[user, ...otherHosts].map(({ id: userId, name, email, timeZone, locale, timeFormat }) => ({
    ...{ role: "host" as const, userId, name, email, timeZone, locale, timeFormat },
  })),
];
