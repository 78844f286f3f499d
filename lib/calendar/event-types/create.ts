import { scheduleUseWrites } from "#lib/calendar/schedules/event-type-use.ts";
import { type Caller, isSystemAdmin, requireUserConsent } from "#lib/caller.ts";
import { conflictAt, type Failure, invalidField } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { equals, present } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { check, claimUnique, type Operation, put } from "#lib/storage/table/operations.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { requireBookingWindow } from "./booking-window.ts";
import { destinationWrites } from "./destination.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import { checkHostMemberships, requireHosts, requireMayAddHosts } from "./hosts.ts";
import type { EventTypeCreate } from "./input.ts";
import type { EventType } from "./schema.ts";
import { hyphenate, slugFrom } from "./slug.ts";
import { getTeamName, notInTeam } from "./team-name.ts";

/**
 * Creates an event type of the caller, or of another user for a system admin.
 *
 * @throws {Failure} `insufficient_scope` when an application would add it to a team, whose webhooks then receive its bookings
 * @throws {Failure} `read_only_calendar` when bookings can't be written to its calendar
 * @throws {Failure} `forbidden` when a member of the team who is not its admin names other hosts
 */
export async function createEventType(
  caller: Caller,
  input: EventTypeCreate,
): Promise<Stored<typeof EventTypeItem>> {
  if (input.teamId !== null) requireUserConsent(caller, "Adding an event type to a team");
  requireBookingWindow(input);
  requireHosts(input);
  const userId = isSystemAdmin(caller) ? (input.userId ?? caller.userId) : caller.userId;
  const [[id = 0], teamName] = await Promise.all([
    takeIds("event-type", 1),
    getTeamName({ ...input, userId }),
  ]);
  // A title in another script has no words of a slug.
  const slug = input.slug ?? slugFrom(hyphenate(input.title) || `event-${id}`);
  const eventType = { ...input, id, userId, slug, teamName, counters: null, version: 1 };
  await requireMayAddHosts(caller, eventType);
  return commitResult(eventType, [
    ...newEventTypeWrites(eventType),
    ...(await destinationWrites(caller, eventType)),
  ]);
}

/** The writes that create an event type, with checks of its owner, team, hosts, schedule and slug. */
export const newEventTypeWrites = (eventType: Stored<typeof EventTypeItem>): Operation[] => [
  check(
    UserItem,
    { id: eventType.userId },
    { if: present("pk"), failure: invalidField("#/userId", "User not found.") },
  ),
  ...checkTeamMembership(eventType),
  ...checkHostMemberships(eventType),
  ...scheduleUseWrites(undefined, eventType),
  claimSlug(eventType),
  put(EventTypeItem, eventType),
  put(EventTypeOfUser, eventType),
];

/** The write that claims a slug, which is unique among the event types of one user. */
export const claimSlug = ({ id, userId, slug }: EventType): Operation =>
  claimUnique({ kind: "slug", value: `${userId}/${slug}`, owner: id }, slugInUse(slug));

const slugInUse = (slug: string): Failure =>
  conflictAt("#/slug", `The host already has an event type with the slug ${slug}.`);

/** The check that the owner is an accepted member of the event type's team, if it has one. */
export const checkTeamMembership = ({ teamId, userId }: EventType): Operation[] =>
  teamId === null
    ? []
    : [
        check(
          MembershipOfUser,
          { userId, teamId },
          {
            if: equals("accepted", true),
            failure: notInTeam(),
          },
        ),
      ];
