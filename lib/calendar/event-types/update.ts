import { scheduleUseWrites } from "#lib/calendar/schedules/event-type-use.ts";
import { type Caller, isSystemAdmin, requireUserConsent } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure } from "#lib/failures.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { releaseUnique, replace } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { requireBookingWindow } from "./booking-window.ts";
import { checkTeamMembership, claimSlug } from "./create.ts";
import { destinationWrites } from "./destination.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import { getEventType } from "./get.ts";
import { checkHostMemberships, requireHosts, requireMayAddHosts } from "./hosts.ts";
import type { EventTypeUpdate } from "./input.ts";
import { limitedKinds } from "./limits.ts";
import { getTeamName } from "./team-name.ts";
import { isOfTeam } from "./visibility.ts";

type StoredEventType = Stored<typeof EventTypeItem>;

/**
 * Updates an event type. Existing bookings do not change.
 *
 * @throws {Failure} `insufficient_scope` when an application would add it to a team, whose webhooks then receive its bookings
 * @throws {Failure} `read_only_calendar` when bookings can't be written to its calendar
 * @throws {Failure} `forbidden` when a member of the team who is not its admin names other hosts, or an admin of the team who is not the
 * owner changes whose it is
 */
export async function updateEventType(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: EventTypeUpdate,
): Promise<StoredEventType> {
  return retryFailedCondition(async () => {
    const before = await getEventType(caller, target.id);
    requireMatch(target, before);
    const after = applyChanges(before, changes);
    requireBookingWindow(after);
    requireHosts(after);
    requireMayMove(caller, before, after);
    await requireMayAddHosts(caller, after, before);
    const joinsTeam = after.teamId !== null && after.teamId !== before.teamId;
    if (joinsTeam) requireUserConsent(caller, "Adding an event type to a team");
    if (limitedKinds(after).join() !== limitedKinds(before).join()) after.counters = null;
    if (after.teamId !== before.teamId) after.teamName = await getTeamName(after);
    const isNewSlug = after.slug !== before.slug;
    return commitResult(after, [
      replace(EventTypeItem, before, after),
      replace(EventTypeOfUser, before, after),
      ...(after.teamId === before.teamId ? [] : checkTeamMembership(after)),
      ...checkHostMemberships(after, before),
      ...scheduleUseWrites(before, after),
      ...(await destinationWrites(caller, after, before)),
      ...(isNewSlug
        ? [releaseUnique({ kind: "slug", value: `${before.userId}/${before.slug}` }), claimSlug(after)]
        : []),
    ]);
  });
}

/**
 * Requires that only the owner and system admins change what is the owner's: the team of an event type, its `schedulingType` if it is removed,
 * which makes the owner its host, its slug, its schedule and its calendar. Admins of the team can't give away the owner's time, and learn nothing of the
 * owner's other slugs, schedules and calendars.
 *
 * @throws {Failure} `forbidden`
 */
function requireMayMove(caller: Caller, before: StoredEventType, after: StoredEventType): void {
  if (before.userId === caller.userId || isSystemAdmin(caller)) return;
  const isNew = (name: "scheduleId" | "destinationCalendarId"): boolean =>
    after[name] !== null && after[name] !== before[name];
  const namesOwn = isNew("scheduleId") || isNew("destinationCalendarId");
  if (after.teamId !== before.teamId || after.slug !== before.slug || namesOwn || !isOfTeam(after))
    throw new Failure(
      "forbidden",
      "Only the owner of the event type can change its `teamId`, `slug`, `scheduleId` or `destinationCalendarId`, or remove its `schedulingType`. You can remove its `scheduleId` and `destinationCalendarId`.",
    );
}

/** The users who were hosts before: their bookings still count for the limits. */
function formerHostIds(before: StoredEventType, after: StoredEventType): number[] {
  const hosts = new Set(after.hosts.map(({ userId }) => userId));
  const earlier = [...(before.formerHostIds ?? []), ...before.hosts.map(({ userId }) => userId)];
  return [...new Set(earlier)].filter((userId) => !hosts.has(userId));
}

/** Applies changes. Removing the `schedulingType` removes the hosts, too. */
function applyChanges(before: StoredEventType, changes: EventTypeUpdate): StoredEventType {
  const noHosts = changes.schedulingType === null ? { hosts: [] } : {};
  const after = EventTypeItem.schema.parse({
    ...before,
    ...noHosts,
    ...changes,
    version: before.version + 1,
  });
  const former = formerHostIds(before, after);
  return { ...after, formerHostIds: former.length > 0 ? former : undefined };
}
