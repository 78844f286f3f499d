import type { BookingIdOrUid } from "#lib/bookings/schema.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { listEmailsOfBooking } from "./create.ts";
import type { Email } from "./entity.ts";
import { emailIdOf, renderEmail } from "./schema.ts";

/**
 * The mails about a booking that the caller can access, newest first. They are read at once, because their keys are not in this order.
 *
 * @throws {Failure} `not_found`
 */
export async function listEmails(caller: Caller, id: BookingIdOrUid): Promise<ListSource<Email>> {
  const booking = await getBooking(caller, id);
  const emails = await listEmailsOfBooking(booking.userId, booking.id);
  const newestFirst = emails.toSorted((one, other) => (positionOf(one) < positionOf(other) ? 1 : -1));
  return {
    positionOf,
    render: renderEmail,
    count: async () => newestFirst.length,
    async *read({ after }) {
      yield after === undefined ? newestFirst : newestFirst.filter((email) => positionOf(email) < after);
    },
  };
}

/** Two changes at the same time differ in their sequence. */
const positionOf = (email: Email): string =>
  `${email.createdAt}#${String(email.sequence).padStart(10, "0")}#${emailIdOf(email)}`;
