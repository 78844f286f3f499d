import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { addAttendee, addReference, moveIntoPast } from "#test/support/builders/booking-parts.ts";
import { ALL_HOURS, book, makeSchedule } from "#test/support/builders/builders.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { addMember } from "#test/support/builders/teams.ts";

/** Endpoints that require a booking that has started. */
const AFTER_START: readonly string[] = ["bookings.no-show", "bookings.rating"];

let made = 0;

/** The hosts of a collective booking. */
interface CollectiveHosts {
  hosts: [Caller, Caller];
  /** An admin of their team; may be one of the hosts. */
  admin: Caller;
}

/** Creates a booking with two hosts that an endpoint accepts. They share a schedule that is always open. */
async function bookCollective(endpointId: string, { hosts, admin }: CollectiveHosts): Promise<StoredBooking> {
  const { team, owner } = await makeTeamOfHosts(0);
  await addMember(team, admin, { role: "ADMIN" });
  for (const host of hosts) if (host.userId !== admin.userId) await addMember(team, host);
  const { id: scheduleId } = await makeSchedule(owner, { timeZone: "UTC", availability: ALL_HOURS });
  const eventType = await makeTeamEventType({ team, owner, hosts }, "COLLECTIVE", { scheduleId });
  const start = new Date(Date.UTC(2033, 0, 1) + ++made * 3_600_000).toISOString();
  const booking = await book(owner, eventType, { start });
  return AFTER_START.includes(endpointId) ? moveIntoPast(booking) : booking;
}

/** Creates a booking with two hosts, or the part of it that an endpoint requires; returns the id. */
export async function makeCollectiveResource(
  endpointId: string,
  collective: CollectiveHosts,
): Promise<number> {
  const booking = await bookCollective(endpointId, collective);
  if (endpointId.endsWith(".create")) return booking.id;
  const [first] = collective.hosts;
  if (endpointId.startsWith("attendees.")) return (await addAttendee(first, booking)).id;
  if (endpointId.startsWith("booking-references.")) return (await addReference(first, booking)).id;
  return booking.id;
}
