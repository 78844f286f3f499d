import { CALLERS, type CallerName } from "./callers.ts";

/** The statuses of requests for an object of a member of the organization, with the reason. */
export interface Rule {
  /** The statuses of the callers that do not get `otherwise`. */
  foreign: Partial<Record<CallerName, number>>;
  /** The statuses of the callers that do not get 200 for their own objects. */
  own?: Partial<Record<CallerName, number>>;
  /** The status of another host of a collective booking, unless the caller is in `foreign`. */
  asAnotherHost?: number;
  /** The statuses of the callers that get the same status for every object. */
  always?: Partial<Record<CallerName, number>>;
  /** The status of all other callers, and of missing objects: 404 by default. */
  otherwise?: number;
  because: string;
}

const SYSTEM = { "sys admin": 200, "token with ADMIN": 200 };
const ORGANIZATION = { "org admin": 200, "org owner": 200 };
/** The scopes of memberships are about teams, so tokens do not need the scope ADMIN for them. */
const TEAM = { ...ORGANIZATION, "org admin's token": 200 };

/** Tokens without the scope ADMIN, of callers that have it. */
const TOKENS = { "org admin's token": 404, "sys admin's token": 404 };

const INVALID_FIELD = 400;

const ofEach = (rows: readonly string[], rule: Rule): Record<string, Rule> =>
  Object.fromEntries(rows.map((row) => [row, rule]));

/** The rules by resource, or by endpoint and field, which take precedence. */
const EXPECTED: Record<string, Rule> = {
  bookings: {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because:
      "System admins can access a host's bookings, and so can the admins of an organization of which the host is an accepted member; tokens need the scope ADMIN.",
  },
  ...ofEach(["bookings.get collective", "bookings.emails.list collective"], {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    asAnotherHost: 200,
    because:
      "Every host of a booking can read it and the list of its mails, and so can callers that can read the bookings of its hosts.",
  }),
  ...ofEach(
    ["update", "cancel", "no-show", "rating", "emails.resend"].map((id) => `bookings.${id} collective`),
    {
      foreign: { ...SYSTEM, ...ORGANIZATION },
      asAnotherHost: 403,
      because:
        "The first host of a booking can change it, and so can the admins of this host's organization; other hosts can read it, so they get 403.",
    },
  ),
  ...ofEach(["attendees.get collective", "booking-references.get collective"], {
    foreign: SYSTEM,
    asAnotherHost: 200,
    because: "Every host of a booking can read its attendees and references.",
  }),
  ...ofEach(
    ["attendees", "booking-references"].flatMap((of) => [
      `${of}.update collective`,
      `${of}.delete collective`,
    ]),
    {
      foreign: SYSTEM,
      asAnotherHost: 403,
      because:
        "The first host of a booking can change its attendees and references; other hosts can read them, so they get 403.",
    },
  ),
  ...ofEach(["attendees", "booking-references", "payments"], {
    foreign: SYSTEM,
    because:
      "Attendees, references and payments belong to the host; an organization's admins can use only the endpoints of bookings.",
  }),
  ...ofEach(["attendees.create bookingId", "booking-references.create bookingId"], {
    foreign: { ...SYSTEM, "org admin": 403, "org owner": 403 },
    asAnotherHost: 403,
    because:
      "The host of a booking and system admins can add attendees and references; other callers that can read the booking get 403, all others 404.",
  }),
  "events.list": {
    foreign: {},
    because:
      "Programs that catch up read the events of the bookings that the caller hosts; admins get no other events.",
  },
  "audit.list": {
    foreign: SYSTEM,
    own: Object.fromEntries(CALLERS.flatMap((name) => (name in SYSTEM ? [] : [[name, 403]]))),
    otherwise: 403,
    because: "Only system admins can read the audit trail, with the changes of all users.",
  },
  memberships: {
    foreign: { ...SYSTEM, ...TEAM },
    because: "A team's admins and owners can read and edit its memberships, its members only their own.",
  },
  "memberships.list": {
    foreign: SYSTEM,
    because: "Without teamId, system admins list all memberships, other callers their own.",
  },
  "memberships.list teamId": {
    foreign: { ...SYSTEM, ...TEAM },
    because: "With teamId, a team's admins and owners list all its memberships.",
  },
  "memberships.create teamId": {
    foreign: { ...SYSTEM, ...TEAM, member: 403, "invited admin": 403 },
    because:
      "A team's admins and owners can add members, and so can system admins; its other members and those invited to it get 403, all others 404.",
  },
  webhooks: {
    foreign: SYSTEM,
    because:
      "A webhook belongs to its user, a team's webhook to the team's admins and owners (webhooks.test.ts); their tokens need the scope ADMIN.",
  },
  "webhooks.create eventTypeId": {
    foreign: SYSTEM,
    otherwise: INVALID_FIELD,
    because:
      "A webhook receives the events of its user's own event types; another `eventTypeId` is rejected.",
  },
  "webhooks.create teamId": {
    foreign: { ...SYSTEM, ...ORGANIZATION, "org admin's token": 403, member: 403 },
    own: { "org admin's token": 403, "sys admin's token": 403 },
    otherwise: INVALID_FIELD,
    because:
      "A team's admins can receive its events, with tokens only with the scope ADMIN; its members get 403, and for all others `teamId` is invalid.",
  },
  "event-types": {
    foreign: SYSTEM,
    because: "An event type belongs to its owner; callers that may book it can't read its settings.",
  },
  ...ofEach(["event-types.get team", "event-types.update team", "event-types.delete team"], {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because:
      "An event type with several hosts belongs to its team: its owner has rights while a member, and the team's admins have them, with tokens only with the scope ADMIN.",
  }),
  ...ofEach(
    ["slots.list", "bookings.create", "reservations.create"].map((id) => `${id} eventTypeId team`),
    {
      foreign: { ...SYSTEM, ...ORGANIZATION, member: 200 },
      because:
        "The members of a team may book its event types with several hosts, with tokens only with the scope ADMIN, unless the user owns it or is a host.",
    },
  ),
  "webhooks.create eventTypeId team": {
    foreign: SYSTEM,
    otherwise: INVALID_FIELD,
    because:
      "A webhook receives the events of its user's own event types; with several hosts, while the user is a member of the team.",
  },
  slots: {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because: "Callers that may book a slot can list it.",
  },
  reservations: {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because:
      "The user who made a reservation can delete it, and so can its host and those who can read the host's bookings.",
  },
  "reservations.list": {
    foreign: {},
    because: "Without `userId` everybody gets the reservations of the own time, and those they made.",
  },
  "reservations.create eventTypeId": {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because: "Callers that may book may reserve.",
  },
  "event-types.create teamId": {
    foreign: { ...ORGANIZATION, member: 200 },
    always: { "org admin's token": 403, "sys admin's token": 403 },
    otherwise: INVALID_FIELD,
    because:
      "The host of a team's event type is an accepted member of the team, which a system admin is not; tokens need the scope ADMIN.",
  },
  "event-types.create scheduleId": {
    foreign: {},
    otherwise: INVALID_FIELD,
    because: "An event type uses a schedule of its host; another `scheduleId` is rejected.",
  },
  ...ofEach(["schedules", "availabilities"], {
    foreign: SYSTEM,
    because:
      "A schedule and its availability belong to its user; others who may book can only list the slots.",
  }),
  ...ofEach(["calendar-connections", "calendars"], {
    foreign: SYSTEM,
    because: "A calendar belongs to its user; nobody else may see when it is busy, except system admins.",
  }),
  ...ofEach(["me.grants.get", "me.grants.list", "me.grants.delete"], {
    foreign: {},
    own: { "org admin's token": 404, "sys admin's token": 404, "token with ADMIN": 404 },
    because:
      "Only users can access the grants that they gave to applications; an application can access its own grant, which none of these is.",
  }),
  users: { foreign: SYSTEM, because: "A user can read their own profile, a system admin all profiles." },
  teams: {
    foreign: { ...SYSTEM, ...TEAM, member: 200, "invited admin": 200 },
    because: "A team is visible to its members and to those invited to it.",
  },
  ...ofEach(["users.availability", "availability.get userId"], {
    foreign: { ...SYSTEM, ...ORGANIZATION, member: 200, "team admin": 200 },
    because:
      "Members of a common team can read a user's availability, without titles, and so can system admins; tokens need the scope ADMIN.",
  }),
  ...ofEach(["teams.availability", "availability.get teamId"], {
    foreign: { ...SYSTEM, ...ORGANIZATION, member: 403, "invited admin": 403 },
    own: TOKENS,
    because:
      "A team's admins and owners can read its availability, and so can system admins; its other members and those invited to it get 403, tokens without the scope ADMIN 404.",
  }),
  "teams.event-types.list": {
    foreign: { ...SYSTEM, ...ORGANIZATION, member: 200 },
    own: TOKENS,
    because:
      "The members of a team may book its event types, so they can list them; tokens need the scope ADMIN.",
  },
  "agents.mcp": {
    foreign: {},
    because:
      "A message contains no id of a resource; each tool calls the use case of its endpoint for the same caller.",
  },
  me: { foreign: {}, because: "No path identifies the profile of another user." },
};

/** Finds the rule of a row: that of its endpoint, or else of its resource. */
export const findRule = (row: string): Rule | undefined => EXPECTED[row] ?? EXPECTED[row.split(".")[0] ?? ""];

/** Gets the rule of a row. */
export function getRule(row: string): Rule {
  const rule = findRule(row);
  if (!rule) throw new Error(`add a rule for ${row} to test/contract/visibility/expected.ts`);
  return rule;
}
