import type { Hours } from "#lib/calendar/availability/calendar.ts";
import { hoursOfEventType } from "#lib/calendar/schedules/hours.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import type { EventTypeItem } from "./entity.ts";
import type { EventTypeHost } from "./fields.ts";

/** A host who can be booked, and their hours; null for all hours. */
export interface Host extends Pick<EventTypeHost, "priority" | "weight"> {
  user: Stored<typeof UserItem>;
  hours: Hours | null;
}

/** The hosts of an event type: a booking has all `required` hosts and, if there is a `choice`, one host of it. */
export interface Hosts {
  required: readonly Host[];
  choice?: readonly Host[] | undefined;
}

/** The hosts of an event type, and whether its owner has rights to it: with several hosts only an accepted member of the team has. */
export interface HostsAndOwner extends Hosts {
  ownerHasRights: boolean;
}

/** The hosts of an event type that has only its owner. */
export const ownerAsHost = (user: Host["user"], hours: Host["hours"]): HostsAndOwner => ({
  ownerHasRights: true,
  required: [{ user, hours, priority: 2, weight: 100 }],
});

/**
 * Reads the hosts of an event type with several hosts, without those who have left the team, are locked or have no schedule. `sharedHours`
 * are the hours of the event type's schedule, if it has one; otherwise, and after its owner has left the team, each host has those of their
 * default schedule.
 */
export async function readHosts(
  eventType: Stored<typeof EventTypeItem>,
  sharedHours: Hours | undefined,
): Promise<HostsAndOwner> {
  const { hosts, schedulingType } = eventType;
  const teamId = eventType.teamId ?? 0;
  const ids = hosts.map(({ userId }) => userId);
  const [users, [owner, ...memberships], schedules] = await Promise.all([
    findItems(ids.map((id) => itemRequest(UserItem, { id }))),
    findItems([eventType.userId, ...ids].map((userId) => itemRequest(MembershipOfUser, { userId, teamId }))),
    sharedHours ? [] : Promise.all(ids.map((userId) => listSchedulesOfUser(userId))),
  ]);
  const ownerHasRights = owner?.accepted === true;
  if (sharedHours && !ownerHasRights) return readHosts(eventType, undefined);
  const found = hosts.flatMap(({ isFixed, priority, weight }, at): (Host & { isFixed: boolean })[] => {
    const user = users[at];
    if (!user || user.isLocked || !memberships[at]?.accepted) return [];
    const hours = sharedHours ?? hoursOfEventType({ scheduleId: null }, user, schedules[at] ?? []);
    return hours ? [{ user, hours, isFixed, priority, weight }] : [];
  });
  if (schedulingType === "ROUND_ROBIN")
    return {
      ownerHasRights,
      required: found.filter(({ isFixed }) => isFixed),
      choice: found.filter(({ isFixed }) => !isFixed),
    };
  return { ownerHasRights, ...(found.length > 0 ? { required: found } : { required: [], choice: [] }) };
}
