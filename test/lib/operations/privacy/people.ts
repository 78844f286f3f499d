import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { book, makeEventType } from "#test/support/builders/builders.ts";

/** The start of a booking, unless a test has another one. */
export const START = "2031-04-01T09:00:00Z";
let made = 0;

/** A person with a unique address, name and answer. */
export const newPerson = () => {
  made += 1;
  return { email: `erna${made}x@example.org`, name: `Erna${made}x Ehrlich`, notes: `knee${made}x` };
};

/** Books with a new event type of a host. */
export async function bookAs(responses: object, host: Caller, start = START): Promise<StoredBooking> {
  return book(host, await makeEventType(host), { start, responses });
}
