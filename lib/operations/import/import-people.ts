import { requireBookingWindow } from "#lib/calendar/event-types/booking-window.ts";
import { newEventTypeWrites } from "#lib/calendar/event-types/create.ts";
import { requireHosts } from "#lib/calendar/event-types/hosts.ts";
import { notInTeam } from "#lib/calendar/event-types/team-name.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { MembershipOfTeam, MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import {
  membershipSummaries,
  organizationRights,
  ownerCount,
} from "#lib/identity/memberships/related-writes.ts";
import { newTeamWrites } from "#lib/identity/teams/create.ts";
import { newUserWrites } from "#lib/identity/users/create.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryOnce } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { ImportContext } from "./import-context.ts";
import { nameOf } from "./line.ts";
import type { EventTypeLine, MembershipLine, TeamLine, UserLine } from "./people-lines.ts";
import { idInUse, type Outcome, requireSame, writeLine } from "./write-line.ts";

/** Imports a user, who has no password. */
export async function importUser(line: UserLine, context: ImportContext): Promise<Outcome> {
  const found = await context.users.find(line.id);
  if (found) return requireSame(line, found, ["email"]);
  const { type: _, createdDate = nowIso(), ...fields } = line;
  // Schedules aren't imported.
  const user = { ...fields, createdDate, defaultScheduleId: null, passwordHash: null, version: 1 };
  await writeLine(context, () => newUserWrites(user));
  context.users.add(user);
  return "imported";
}

/** Imports a team, which has no members yet. */
export async function importTeam(line: TeamLine, context: ImportContext): Promise<Outcome> {
  const found = await context.teams.find(line.id);
  if (found) return requireSame(line, found, ["name"]);
  const { type: _, createdAt = nowIso(), ...fields } = line;
  const team = { ...fields, createdAt, owners: 0 };
  await writeLine(context, () => newTeamWrites(team));
  context.teams.add(team);
  return "imported";
}

/** Imports the membership of a user in a team, and the user's rights that depend on it. */
export async function importMembership(line: MembershipLine, context: ImportContext): Promise<Outcome> {
  const { type: _, ...fields } = line;
  const { userId, teamId } = line;
  const found = await findItem(MembershipOfUser, { userId, teamId });
  const foundId = found?.id ?? context.memberships.get(nameOf(line));
  if (foundId !== undefined) return requireSame({ ...line, id: line.id ?? foundId }, { id: foundId }, ["id"]);
  const [team, user] = await Promise.all([context.teams.find(teamId), context.users.find(userId)]);
  if (!team) throw invalidField("#/teamId", "Team not found.");
  if (!user) throw invalidField("#/userId", "User not found.");
  if (line.id !== undefined) await requireFreeId(line.id, context);
  const id = line.id ?? (await newId(context));
  const membership = { ...fields, ...membershipSummaries(team, user), id, version: 1 };
  const failure = new Failure("conflict", "The user is already a member of the team, or invited.");
  await writeLine(context, async () => [
    put(MembershipOfUser, membership, { failure }),
    put(MembershipOfTeam, membership),
    ...ownerCount(teamId, undefined, membership),
    // In a dry run the user may not be stored, so the rights can't be read.
    ...(context.dryRun ? [] : await organizationRights(undefined, membership)),
  ]);
  context.memberships.set(nameOf(line), id);
  context.membershipIds.add(id);
  return "imported";
}

/** The id of a membership whose line has none. A dry run takes none from the counter. */
async function newId({ dryRun }: ImportContext): Promise<number> {
  const [id = 0] = dryRun ? [0] : await takeIds("membership", 1);
  return id;
}

/** Memberships are stored by user and team, so an id can only be found in an index. */
async function requireFreeId(id: number, { membershipIds }: ImportContext): Promise<void> {
  if (membershipIds.has(id)) throw idInUse("membership", id);
  const [found] = await queryOnce(MembershipOfTeam, { id }, { index: "GSI2", limit: 1 });
  if (found) throw idInUse("membership", id);
}

/** Imports an event type of a user, and of a team if the line has one. */
export async function importEventType(line: EventTypeLine, context: ImportContext): Promise<Outcome> {
  const { eventTypes, teams, users } = context;
  const found = await eventTypes.find(line.id);
  if (found) return requireSame(line, found, ["userId", "slug"]);
  const { type: _, ...fields } = line;
  if (!(await users.find(line.userId))) throw invalidField("#/userId", "User not found.");
  const team = line.teamId === null ? null : await teams.find(line.teamId);
  if (team === undefined) throw notInTeam();
  requireBookingWindow(line);
  requireHosts(line);
  // Schedules and calendars aren't imported: here, their ids belong to others or will do so.
  const noIds = { scheduleId: null, destinationCalendarId: null };
  const eventType = { ...fields, ...noIds, teamName: team?.name ?? null, counters: null, version: 1 };
  await writeLine(context, () => newEventTypeWrites(eventType));
  eventTypes.add(eventType);
  return "imported";
}
