import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { letBegin } from "#test/support/booking-parts.ts";
import { ALL_HOURS, book, makeSchedule } from "#test/support/builders.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/several-hosts.ts";
import { join } from "#test/support/teams.ts";

/** Endpoints of bookings that have begun. */
const AFTER_START: readonly string[] = ["bookings.no-show", "bookings.rating"];

let made = 0;

/** Makes a booking with two hosts that an endpoint accepts. They share a schedule that is always open. */
export async function bookTogether(endpointId: string, hosts: [Caller, Caller]): Promise<StoredBooking> {
  const { team, owner } = await makeTeamOfHosts(0);
  for (const host of hosts) await join(team, host);
  const { id: scheduleId } = await makeSchedule(owner, { timeZone: "UTC", availability: ALL_HOURS });
  const eventType = await makeTeamEventType({ team, owner, hosts }, "COLLECTIVE", { scheduleId });
  const start = new Date(Date.UTC(2033, 0, 1) + ++made * 3_600_000).toISOString();
  const booking = await book(owner, eventType, { start });
  return AFTER_START.includes(endpointId) ? letBegin(booking) : booking;
}
