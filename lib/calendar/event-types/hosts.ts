import { type Caller, requireUserConsent } from "#lib/caller.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { MembershipOfTeam, MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { teamRights } from "#lib/identity/memberships/visibility.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { check, type Operation } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { EventType } from "./schema.ts";

/** Most claim rows of one booking with several hosts: more would leave too little room in its transaction. */
export const MAX_CLAIM_ROWS = 30;

const HOUR = 60;

/** The most clock hours that an interval of some minutes can overlap. */
const mostHoursOf = (minutes: number): number => Math.floor((minutes + HOUR - 2) / HOUR) + 1;

/**
 * Requires that the hosts of an event type fit its `schedulingType`. Whether they are in the team is checked when it is written.
 *
 * @throws {Failure} `invalid_request`
 */
export function requireHosts(eventType: Omit<EventType, "id" | "userId" | "slug">): void {
  const { schedulingType, hosts, teamId, seatsPerTimeSlot } = eventType;
  if (schedulingType === null) {
    if (hosts.length > 0) throw invalidField("#/hosts", "is allowed only with a schedulingType");
    return;
  }
  if (teamId === null) throw invalidField("#/schedulingType", "is allowed only with a teamId");
  if (seatsPerTimeSlot !== null)
    throw invalidField("#/seatsPerTimeSlot", "is not supported with a schedulingType");
  if (hosts.length === 0) throw invalidField("#/hosts", "must have at least one host");
  const ids = hosts.map(({ userId }) => userId);
  const repeated = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (repeated >= 0) throw invalidField(`#/hosts/${repeated}/userId`, "is already in the list");
  if (schedulingType === "ROUND_ROBIN" && hosts.every(({ isFixed }) => isFixed))
    throw invalidField("#/hosts", "must have at least one host without isFixed");
  requireFewClaimRows(eventType);
}

function requireFewClaimRows(eventType: Omit<EventType, "id" | "userId" | "slug">): void {
  const { schedulingType, hosts, length, lengths, beforeEventBuffer, afterEventBuffer } = eventType;
  const hostsPerBooking =
    schedulingType === "COLLECTIVE" ? hosts.length : hosts.filter(({ isFixed }) => isFixed).length + 1;
  const hours = mostHoursOf(Math.max(length, ...lengths) + beforeEventBuffer + afterEventBuffer);
  if (hostsPerBooking > 1 && hostsPerBooking * hours > MAX_CLAIM_ROWS)
    throw invalidField(
      "#/hosts",
      `must have fewer hosts: a booking has ${hostsPerBooking} of them and touches up to ${hours} hours, and hosts times hours can be at most ${MAX_CLAIM_ROWS}`,
    );
}

/**
 * Requires that a caller may add the new hosts of an event type: themselves, and other members of the team as its admin or owner.
 *
 * @throws {Failure} `forbidden`, `insufficient_scope` for an application
 */
export async function requireMayAddHosts(
  caller: Caller,
  after: EventType,
  before?: EventType | undefined,
): Promise<void> {
  const { teamId } = after;
  const others = addedHosts(after, before).filter(({ userId }) => userId !== caller.userId);
  if (teamId === null || others.length === 0) return;
  requireUserConsent(caller, "Naming hosts of an event type");
  const membership = await findItem(MembershipOfTeam, { teamId, userId: caller.userId });
  if (!teamRights(caller, membership).isAdmin)
    throw new Failure("forbidden", "Only an admin or owner of the team can make other members hosts.");
}

/** The checks that the new hosts of an event type are accepted members of its team. */
export function checkHostMemberships(after: EventType, before?: EventType | undefined): Operation[] {
  const { teamId } = after;
  if (teamId === null) return [];
  const ownerIsChecked = teamId !== before?.teamId;
  return addedHosts(after, before)
    .filter(({ userId }) => !(ownerIsChecked && userId === after.userId))
    .map(({ userId, at }) =>
      check(
        MembershipOfUser,
        { userId, teamId },
        {
          if: equals("accepted", true),
          failure: invalidField(`#/hosts/${at}/userId`, "is not an accepted member of the team"),
        },
      ),
    );
}

/** The hosts that an event type has now and did not have before in the same team. */
function addedHosts(after: EventType, before: EventType | undefined): { userId: number; at: number }[] {
  const earlier = before?.teamId === after.teamId ? before.hosts.map(({ userId }) => userId) : [];
  return after.hosts
    .map(({ userId }, at) => ({ userId, at }))
    .filter(({ userId }) => !earlier.includes(userId));
}
