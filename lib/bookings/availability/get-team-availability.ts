import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { MembershipOfTeam } from "#lib/memberships/entity.ts";
import { getVisibleTeam } from "#lib/memberships/visibility.ts";
import { rangeOf } from "#lib/slots/query.ts";
import { queryAll } from "#lib/table/read.ts";
import { describeCalendar, readCalendar } from "./get-availability.ts";
import type { MemberAvailability, RangeQuery } from "./model.ts";

/** Members whose calendars fit in one response. */
const MOST_MEMBERS = 100;

/**
 * Gets when each accepted member of a team is busy and open, for the team's admins and owners. They get titles of other members' bookings
 * only if they can read these bookings, as admins of an organization. Four round trips.
 *
 * @throws {Failure} `not_found`, `forbidden` for other members of the team, `list_too_large` for teams of more than 100
 */
export async function getTeamAvailability(
  caller: Caller,
  teamId: number,
  query: RangeQuery,
): Promise<MemberAvailability[]> {
  const within = rangeOf(query);
  const { rights } = await getVisibleTeam(caller, teamId);
  if (!rights.administers)
    throw new Failure("forbidden", "Only admins and owners of the team can read its availability.");
  const members = (await queryAll(MembershipOfTeam, { teamId })).filter(({ accepted }) => accepted);
  if (members.length > MOST_MEMBERS)
    throw new Failure(
      "list_too_large",
      `The team has more than ${MOST_MEMBERS} members. Get the availability of each user.`,
    );
  const canReadBookings = isSystemAdmin(caller) || organizationsOf(caller).includes(teamId);
  const calendars = await Promise.all(members.map(({ userId }) => readCalendar(userId, within)));
  return calendars.flatMap((calendar) => {
    if (!calendar) return [];
    const withTitles = canReadBookings || calendar.userId === caller.userId;
    const { userId } = calendar;
    return [{ userId, availability: { ...describeCalendar(calendar, within, { withTitles }), slots: {} } }];
  });
}
