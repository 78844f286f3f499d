import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { parametersOf } from "#test/contract/subject.ts";
import { addAttendee, addReference, moveIntoPast } from "#test/support/builders/booking-parts.ts";
import { ALL_HOURS, book, makeSchedule } from "#test/support/builders/builders.ts";
import { makeSentEmail } from "#test/support/builders/emails.ts";
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

/** Creates a booking with two hosts, or the part of it that an endpoint requires; returns its path. */
export async function makeCollectiveResource(
  spec: EndpointSpec,
  collective: CollectiveHosts,
): Promise<Record<string, string>> {
  const booking = await bookCollective(spec.id, collective);
  const [first] = collective.hosts;
  const pathOf = ({ id }: { id: number }) => ({ id: String(id) });
  if (spec.id.endsWith(".create")) return pathOf(booking);
  if (spec.id.startsWith("attendees.")) return pathOf(await addAttendee(first, booking));
  if (spec.id.startsWith("booking-references.")) return pathOf(await addReference(first, booking));
  if (!parametersOf(spec).includes("emailId")) return pathOf(booking);
  return { ...pathOf(booking), emailId: await makeSentEmail(booking) };
}
