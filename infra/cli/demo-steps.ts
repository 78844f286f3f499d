import { randomBytes } from "node:crypto";
import { createEventType } from "#lib/calendar/event-types/create.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import { listEventTypes } from "#lib/calendar/event-types/list.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { createSchedule } from "#lib/calendar/schedules/create.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import { OPERATOR } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { createApiKey } from "#lib/identity/api-keys/create.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { addMembership } from "#lib/identity/memberships/add.ts";
import { listMemberships } from "#lib/identity/memberships/read.ts";
import { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import { createOAuthClient, listOAuthClients, rotateClientSecret } from "#lib/identity/oauth/clients.ts";
import { type IssuedOAuthClient, type OAuthClient, OAuthClientCreate } from "#lib/identity/oauth/schema.ts";
import { createTeam } from "#lib/identity/teams/create.ts";
import { getTeam } from "#lib/identity/teams/read.ts";
import { type Team, TeamCreate } from "#lib/identity/teams/schema.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { setPassword } from "#lib/identity/users/password.ts";
import { getUser } from "#lib/identity/users/read.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import {
  CLIENTS,
  type ClientName,
  EVENT_TYPES,
  type EventTypeName,
  MEMBERSHIPS,
  PEOPLE,
  type Person,
  SCHEDULES,
  TEAMS,
  type TeamName,
} from "./demo-data.ts";

/** The note of the API keys of the demo. */
const KEY_NOTE = "demo";

type Ids<N extends string> = Record<N, { id: number }>;

/** Creates a user of the demo, or gives an existing one a new password and key. */
export async function seedUser(name: Person) {
  const input = UserCreate.parse(PEOPLE[name]);
  const password = randomBytes(12).toString("base64url");
  const before = await undefinedIfNotFound(getUser(OPERATOR, { email: input.email }));
  const { id, email, role } = before ?? (await createUser(OPERATOR, { ...input, password }));
  if (before) await replaceSecrets(id, password);
  const { key } = await createApiKey(OPERATOR, id, { note: KEY_NOTE, expiresAt: null });
  return { id, email, password, apiKey: key, role };
}

async function replaceSecrets(userId: number, password: string): Promise<void> {
  await setPassword(OPERATOR, userId, password);
  const keys = await listApiKeys(OPERATOR, userId);
  const outdated = keys.filter(({ note, revokedAt }) => note === KEY_NOTE && revokedAt === null);
  await Promise.all(outdated.map(({ id }) => revokeApiKey(OPERATOR, userId, id)));
}

/** Creates a team of the demo unless it exists. */
export async function seedTeam(name: TeamName): Promise<Team> {
  const input = TEAMS[name];
  return (
    (await undefinedIfNotFound(getTeam(OPERATOR, { slug: input.slug }))) ??
    createTeam(OPERATOR, TeamCreate.parse(input))
  );
}

/** Adds the users to their teams, unless they are members already. */
export async function seedMembers(users: Ids<Person>, teams: Ids<TeamName>): Promise<void> {
  const teamIds = Object.values(teams).map(({ id }) => id);
  const lists = await Promise.all(
    teamIds.map((teamId) => listMemberships(OPERATOR, { teamId }).then(readWholeList)),
  );
  const existing = new Set(lists.flat().map(({ userId, teamId }) => `${userId}_${teamId}`));
  const missing = MEMBERSHIPS.map(({ person, team, ...fields }) =>
    MembershipCreate.parse({ ...fields, userId: users[person].id, teamId: teams[team].id }),
  ).filter(({ userId, teamId }) => !existing.has(`${userId}_${teamId}`));
  await Promise.all(missing.map((membership) => addMembership(OPERATOR, membership)));
}

/** Creates the schedule of a user of the demo, unless the user has one. */
export async function seedSchedule(person: Person, users: Ids<Person>): Promise<void> {
  const userId = users[person].id;
  if ((await listSchedulesOfUser(userId)).length > 0) return;
  await createSchedule(OPERATOR, ScheduleCreate.parse({ ...SCHEDULES[person], userId }));
}

/** Creates an event type of the demo unless it exists. Its hosts must be members of its team. */
export async function seedEventType(
  slug: EventTypeName,
  users: Ids<Person>,
  teams: Ids<TeamName>,
): Promise<EventType> {
  const { host, fields, team } = EVENT_TYPES[slug];
  const userId = users[host].id;
  const [before] = await readWholeList(listEventTypes(OPERATOR, { userId, slug }));
  const shared = team && {
    teamId: teams[team.name].id,
    hosts: team.hosts.map((person) => ({ userId: users[person].id })),
  };
  return before ?? createEventType(OPERATOR, EventTypeCreate.parse({ ...fields, ...shared, slug, userId }));
}

/** Creates an application of the demo, or gives an existing one a new secret. */
export async function seedClient(name: ClientName) {
  const input = OAuthClientCreate.parse(CLIENTS[name]);
  const before = (await listOAuthClients(OPERATOR)).find((client) => client.name === input.name);
  const { client, clientSecret } = await issue(input, before);
  return { clientId: client.id, clientSecret, redirectUri: client.redirectUris[0] };
}

async function issue(input: OAuthClientCreate, before: OAuthClient | undefined): Promise<IssuedOAuthClient> {
  if (before === undefined) return createOAuthClient(OPERATOR, input);
  if (before.type === "public") return { client: before, clientSecret: null };
  return rotateClientSecret(OPERATOR, before.id, 0);
}
