import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { addAttendee, addReference, moveIntoPast } from "#test/support/builders/booking-parts.ts";
import { ALL_HOURS, book, makeSchedule } from "#test/support/builders/builders.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { addMember } from "#test/support/builders/teams.ts";

/** Endpoints of bookings that have begun. */
const AFTER_START: readonly string[] = ["bookings.no-show", "bookings.rating"];

let made = 0;

/** Who has a booking together. */
interface Together {
  hosts: [Caller, Caller];
  /** An admin of their team; may be one of them. */
  admin: Caller;
}

/** Makes a booking with two hosts that an endpoint accepts. They share a schedule that is always open. */
async function bookTogether(endpointId: string, { hosts, admin }: Together): Promise<StoredBooking> {
  const { team, owner } = await makeTeamOfHosts(0);
  await addMember(team, admin, { role: "ADMIN" });
  for (const host of hosts) if (host.userId !== admin.userId) await addMember(team, host);
  const { id: scheduleId } = await makeSchedule(owner, { timeZone: "UTC", availability: ALL_HOURS });
  const eventType = await makeTeamEventType({ team, owner, hosts }, "COLLECTIVE", { scheduleId });
  const start = new Date(Date.UTC(2033, 0, 1) + ++made * 3_600_000).toISOString();
  const booking = await book(owner, eventType, { start });
  return AFTER_START.includes(endpointId) ? moveIntoPast(booking) : booking;
}

/** Makes a booking with two hosts, or what an endpoint needs of one; answers its id. */
export async function makeTogether(endpointId: string, together: Together): Promise<number> {
  const booking = await bookTogether(endpointId, together);
  if (endpointId.endsWith(".create")) return booking.id;
  const [first] = together.hosts;
  if (endpointId.startsWith("attendees.")) return (await addAttendee(first, booking)).id;
  if (endpointId.startsWith("booking-references.")) return (await addReference(first, booking)).id;
  return booking.id;
}
