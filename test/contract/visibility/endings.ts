import { type Caller, OPERATOR } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { setRole } from "#lib/identity/credentials/rights.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { Scope } from "#lib/scopes.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { type CallerName, type Neighbourhood, TOKEN } from "./callers.ts";

/** How a right ends: the caller has it, and loses it. The caller is then like another one of the matrix. */
export interface Ending {
  before: CallerName;
  after: CallerName;
  start: (organization: Team) => Promise<Caller>;
  end: (caller: Caller, organization: Team) => Promise<Caller>;
}

const startAsAdmin = async (organization: Team): Promise<Caller> =>
  getAuthorizedCaller(await makeMember(organization, "ADMIN"));

/** The ways in which a right ends, named as in the headings of the columns. */
export const ENDINGS = {
  "leaves the team": {
    before: "org admin",
    after: "stranger",
    start: startAsAdmin,
    end: async (caller, { id: teamId }) => {
      await removeMembership(OPERATOR, { userId: caller.userId, teamId });
      return getAuthorizedCaller(caller);
    },
  },
  "admin becomes member": {
    before: "org admin",
    after: "member",
    start: startAsAdmin,
    end: async (caller, { id: teamId }) => {
      await updateMembership(OPERATOR, { userId: caller.userId, teamId }, { role: "MEMBER" });
      return getAuthorizedCaller(caller);
    },
  },
  "token without ADMIN": {
    before: "org admin",
    after: "org admin's token",
    start: async (organization) => ({ ...(await startAsAdmin(organization)), scopes: Scope.options }),
    end: async (caller) => ({ ...caller, scopes: TOKEN }),
  },
  "sys admin becomes user": {
    before: "sys admin",
    after: "stranger",
    start: async () => getAuthorizedCaller(await makeHost("ADMIN")),
    end: async (caller) => {
      await setRole(OPERATOR, caller.userId, "USER");
      return getAuthorizedCaller({ ...caller, role: "USER" });
    },
  },
} satisfies Record<string, Ending>;
export type EndingName = keyof typeof ENDINGS;
export const ENDING_NAMES = Object.keys(ENDINGS) as EndingName[];

/** Creates an organization with one owner. */
export async function makeNeighbourhood(): Promise<Neighbourhood> {
  const organization = await makeTeam({ isOrganization: true });
  const makeNeighbour = async (): Promise<Caller> => {
    const neighbour = await makeHost();
    await addMember(organization, neighbour);
    return neighbour;
  };
  return { organization, makeNeighbour, teamAdmin: await makeHost() };
}

/** The scopes of a resource's endpoints: those that read, and those that write. */
interface ResourceScopes {
  read: readonly Scope[];
  write?: readonly Scope[];
}

const ofBookings: ResourceScopes = { read: ["READ_BOOKING"], write: ["WRITE_BOOKING"] };
const ofSchedules: ResourceScopes = { read: ["READ_SCHEDULE"], write: ["WRITE_SCHEDULE"] };
const ofMemberships: ResourceScopes = { read: ["READ_MEMBERSHIP"], write: ["WRITE_MEMBERSHIP"] };
const ofCalendars: ResourceScopes = { read: ["READ_BOOKING", "READ_SCHEDULE"] };

const ofExternalCalendars: ResourceScopes = { read: ["READ_CALENDAR"], write: ["WRITE_CALENDAR"] };

/** The scopes by resource, or by endpoint, which takes precedence. */
const EXPECTED_SCOPES: Record<string, ResourceScopes> = {
  "agents.mcp": { read: [], write: [] },
  attendees: ofBookings,
  audit: { read: ["ADMIN"] },
  availabilities: ofSchedules,
  availability: ofCalendars,
  "booking-references": ofBookings,
  bookings: ofBookings,
  "calendar-connections": ofExternalCalendars,
  calendars: ofExternalCalendars,
  "event-types": ofBookings,
  events: ofBookings,
  me: { read: ["READ_PROFILE"], write: ["READ_PROFILE"] },
  memberships: ofMemberships,
  payments: ofBookings,
  reservations: ofBookings,
  schedules: ofSchedules,
  slots: ofBookings,
  teams: ofMemberships,
  "teams.availability": ofCalendars,
  "teams.event-types.list": ofBookings,
  users: { read: ["READ_PROFILE"] },
  "users.availability": ofCalendars,
  webhooks: { read: ["READ_WEBHOOK"], write: ["WRITE_WEBHOOK"] },
};

/** Finds the scopes that a token needs for an endpoint. */
export function findScopesFor({ id, route }: EndpointSpec): readonly Scope[] | undefined {
  const { read, write } = EXPECTED_SCOPES[id] ?? EXPECTED_SCOPES[id.split(".")[0] ?? ""] ?? {};
  return route.startsWith("GET ") ? read : write;
}

/** Gets the scopes that a token needs for an endpoint. */
export function scopesFor(spec: EndpointSpec): readonly Scope[] {
  const scopes = findScopesFor(spec);
  if (!scopes) throw new Error(`add the scopes of ${spec.id} to test/contract/visibility/endings.ts`);
  return scopes;
}
