import { CALLERS, type CallerName } from "./cast.ts";

/** The statuses of callers that access resources of a member of the organization, and the reason. */
export interface Rule {
  /** For a neighbour's resource: the statuses that differ from `otherwise`. */
  foreign: Partial<Record<CallerName, number>>;
  /** For the caller's own resource: the statuses that differ from 200. */
  own?: Partial<Record<CallerName, number>>;
  /** For another host of a collective booking: the status, unless `foreign` has one. */
  asAnotherHost?: number;
  /** The statuses that are the same for any resource. */
  always?: Partial<Record<CallerName, number>>;
  /** The status of all others, and for a missing resource; 404 by default. */
  otherwise?: number;
  because: string;
}

const SYSTEM = { "sys admin": 200, "token with ADMIN": 200 };
const ORGANIZATION = { "org admin": 200, "org owner": 200 };
/** Access that a membership gives. A token with the scope has it too. */
const TEAM = { ...ORGANIZATION, "org admin's token": 200 };

const FOUND_IN_BODY = 400;

const forEach = (rows: readonly string[], rule: Rule): Record<string, Rule> =>
  Object.fromEntries(rows.map((row) => [row, rule]));

/** Who can access a neighbour's resources: by resource, or by endpoint (and field), which has precedence. */
const EXPECTED: Record<string, Rule> = {
  bookings: {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because:
      "The admins of an organization whose accepted member the host is, and system admins, can access a host's bookings; a token needs the scope ADMIN.",
  },
  "bookings.get collective": {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    asAnotherHost: 200,
    because: "Every host of a booking can read it, and everyone who can read the bookings of its hosts.",
  },
  ...forEach(
    ["bookings.update", "bookings.cancel", "bookings.no-show", "bookings.rating"].map(
      (id) => `${id} collective`,
    ),
    {
      foreign: { ...SYSTEM, ...ORGANIZATION },
      asAnotherHost: 403,
      because:
        "The first host of a booking can change it, and the admins of that host's organization. Its other hosts can read it, so they get 403.",
    },
  ),
  ...forEach(["attendees.get collective", "booking-references.get collective"], {
    foreign: SYSTEM,
    asAnotherHost: 200,
    because: "Every host of a booking can read its attendees and references.",
  }),
  ...forEach(
    ["attendees", "booking-references"].flatMap((of) => [
      `${of}.update collective`,
      `${of}.delete collective`,
    ]),
    {
      foreign: SYSTEM,
      asAnotherHost: 403,
      because:
        "The first host of a booking can change its attendees and references. Other hosts can read them, so they get 403.",
    },
  ),
  ...forEach(["attendees", "booking-references", "payments"], {
    foreign: SYSTEM,
    because: "They belong to the host; an organization's admins can use the bookings endpoints only.",
  }),
  "attendees.create bookingId": {
    foreign: { ...SYSTEM, "org admin": 403, "org owner": 403 },
    asAnotherHost: 403,
    because: "Only the host can add attendees. Callers that can read the booking get 403, others 404.",
  },
  "booking-references.create bookingId": {
    foreign: { ...SYSTEM, "org admin": 403, "org owner": 403 },
    asAnotherHost: 403,
    because: "Only the host can add references. Callers that can read the booking get 403, others 404.",
  },
  "events.list": {
    foreign: {},
    because: "The list has the events of the bookings that the caller hosts, also for admins.",
  },
  "audit.list": {
    foreign: SYSTEM,
    own: Object.fromEntries(CALLERS.flatMap((name) => (name in SYSTEM ? [] : [[name, 403]]))),
    otherwise: 403,
    because: "Only system admins can read the audit trail, which has the changes of all users.",
  },
  memberships: {
    foreign: { ...SYSTEM, ...TEAM },
    because: "A team's admins and owners can read and change its memberships, its members only their own.",
  },
  "memberships.list": {
    foreign: SYSTEM,
    because: "Without teamId, the list has the caller's own memberships, for system admins all.",
  },
  "memberships.list teamId": {
    foreign: { ...SYSTEM, ...TEAM },
    because: "With teamId, a team's admins and owners list all its memberships.",
  },
  "memberships.create teamId": {
    foreign: { ...SYSTEM, ...TEAM, member: 403, "invited admin": 403 },
    because: "Only admins can add members. Members and invited users of the team get 403, others 404.",
  },
  webhooks: {
    foreign: SYSTEM,
    because:
      "A webhook belongs to its user, a team's webhook to the team's admins and owners (webhooks.test.ts); a token needs the scope ADMIN.",
  },
  "webhooks.create eventTypeId": {
    foreign: SYSTEM,
    otherwise: FOUND_IN_BODY,
    because:
      "A webhook receives the events of its user's own event types; another `eventTypeId` is rejected.",
  },
  "webhooks.create teamId": {
    foreign: { ...SYSTEM, ...ORGANIZATION, "org admin's token": 403, member: 403 },
    own: { "org admin's token": 403, "sys admin's token": 403 },
    otherwise: FOUND_IN_BODY,
    because:
      "A team's admins can receive its events; a token needs the scope ADMIN. Its members get 403, others 400.",
  },
  "event-types": {
    foreign: SYSTEM,
    because: "An event type belongs to its owner; callers that can book it can't read it.",
  },
  slots: {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because: "Callers that can book an event type can list its slots.",
  },
  reservations: {
    foreign: SYSTEM,
    because: "Only the credential that created a reservation, the host and system admins can access it.",
  },
  "reservations.create eventTypeId": {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because: "Callers that can book can reserve.",
  },
  "event-types.create teamId": {
    foreign: { ...ORGANIZATION, member: 200 },
    always: { "org admin's token": 403, "sys admin's token": 403 },
    otherwise: FOUND_IN_BODY,
    because:
      "The host of a team's event type must be an accepted member of the team, which a system admin is not; a token needs the scope ADMIN.",
  },
  "event-types.create scheduleId": {
    foreign: {},
    otherwise: FOUND_IN_BODY,
    because: "An event type uses a schedule of its host; another `scheduleId` is rejected.",
  },
  ...forEach(["schedules", "availabilities"], {
    foreign: SYSTEM,
    because:
      "A schedule and its availability belong to its user; others can only list the slots of what they can book.",
  }),
  ...forEach(["me.grants.get", "me.grants.list", "me.grants.delete"], {
    foreign: {},
    own: { "org admin's token": 404, "sys admin's token": 404, "token with ADMIN": 404 },
    because:
      "Grants belong to the user. An application can access only its own grant, which none of these is.",
  }),
  users: { foreign: SYSTEM, because: "A user can read their own profile, a system admin any profile." },
  teams: {
    foreign: { ...SYSTEM, ...TEAM, member: 200, "invited admin": 200 },
    because: "A team is visible to its members and to those invited to it.",
  },
  ...forEach(["users.availability", "availability.get userId"], {
    foreign: { ...SYSTEM, ...TEAM, member: 200, "team admin": 200 },
    because:
      "Members of a common team can read a user's availability without titles, system admins with titles.",
  }),
  ...forEach(["teams.availability", "availability.get teamId"], {
    foreign: { ...SYSTEM, ...TEAM, member: 403, "invited admin": 403 },
    because: "Admins and owners of a team can read its availability.",
  }),
  "teams.event-types.list": {
    foreign: { ...SYSTEM, ...TEAM, member: 200 },
    because: "The members of a team can book its event types, so they can list them.",
  },
  "agents.mcp": {
    foreign: {},
    because: "A message has no resource id; each tool calls the use case of its endpoint with the caller.",
  },
  me: { foreign: {}, because: "The path has no user id." },
};

/** The rule of a row: that of its endpoint, else of its resource. */
export function ruleOf(row: string): Rule {
  const rule = EXPECTED[row] ?? EXPECTED[row.split(".")[0] ?? ""];
  if (!rule) throw new Error(`add to test/contract/visibility/expected.ts who can access ${row}`);
  return rule;
}
