import type { Range } from "#lib/calendar/availability/calendar.ts";
import { rangeOf } from "#lib/calendar/slots/query.ts";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { listMembersAsAdmin, readableHosts } from "#lib/identity/memberships/visibility.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import { describeCalendar, readCalendar } from "./get-availability.ts";
import type { MemberAvailability, RangeQuery } from "./schema.ts";

/** The most members times days of one request: 31 days of 100 members, or a day of 3,100. */
const MAX_MEMBER_DAYS = 3_100;
/** Members whose calendars are read in parallel, so that memory is bounded. */
const PARALLEL_MEMBERS = 25;

/**
 * Gets when each accepted member of a team is busy and open, for the team's admins and owners. They get titles of other members' bookings
 * only if they can read these bookings, as admins of an organization.
 *
 * @throws {Failure} `not_found`, `forbidden` for other members of the team, `invalid_request` for too many members and days
 */
export async function getTeamAvailability(
  caller: Caller,
  teamId: number,
  query: RangeQuery,
): Promise<MemberAvailability[]> {
  const within = rangeOf(query);
  const members = await listMembersAsAdmin(caller, teamId);
  requireFewDays(members.length, within);
  const availabilities: MemberAvailability[] = [];
  for (const chunk of chunksOf(members, PARALLEL_MEMBERS))
    availabilities.push(...(await describeMembers(caller, chunk, within)));
  return availabilities;
}

async function describeMembers(
  caller: Caller,
  members: readonly number[],
  within: Range,
): Promise<MemberAvailability[]> {
  const [readable, calendars] = await Promise.all([
    readableHosts(caller, members),
    Promise.all(members.map((userId) => readCalendar(userId, within))),
  ]);
  return calendars.flatMap((calendar) => {
    if (!calendar) return [];
    const { userId } = calendar;
    const access = readable.has(userId) ? "full" : "busy only";
    return [{ userId, availability: { ...describeCalendar(calendar, within, access), slots: {} } }];
  });
}

function requireFewDays(members: number, { from, to }: Range): void {
  const days = Math.ceil((to - from) / DAY_MINUTES);
  if (members * days > MAX_MEMBER_DAYS)
    throw invalidField(
      "#/query/endTime",
      `is too late: the team has ${members} members and the range ${days} days; members times days can be at most ${MAX_MEMBER_DAYS}`,
    );
}
