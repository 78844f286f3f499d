import { CALLERS, type CallerName } from "./cast.ts";

/** What callers are answered who ask for something of a member of the organization, and why. */
export interface Rule {
  /** The statuses of those who are answered anything but `otherwise`. */
  foreign: Partial<Record<CallerName, number>>;
  /** The statuses of those who are not answered 200 when they ask for their own. */
  own?: Partial<Record<CallerName, number>>;
  /** The status of those who are another host of a collective booking, unless `foreign` has theirs. */
  asAnotherHost?: number;
  /** The statuses of those who are answered the same whatever they ask for. */
  always?: Partial<Record<CallerName, number>>;
  /** The status of all others, and of what is nobody's: 404 unless it says otherwise. */
  otherwise?: number;
  because: string;
}

const SYSTEM = { "sys admin": 200, "token with ADMIN": 200 };
const ORGANIZATION = { "org admin": 200, "org owner": 200 };
/** What a team's admins do in their team follows from their membership, which any token with the scope may use. */
const TEAM = { ...ORGANIZATION, "org admin's token": 200 };

const FOUND_IN_BODY = 400;

const ofEach = (rows: readonly string[], rule: Rule): Record<string, Rule> =>
  Object.fromEntries(rows.map((row) => [row, rule]));

/** Who reaches what belongs to a neighbour: by resource, or by endpoint (and the field that names it), which wins. */
const EXPECTED: Record<string, Rule> = {
  bookings: {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because:
      "A host's bookings are seen by the admins of an organization the host is an accepted member of, and by system admins; by a token only with the scope ADMIN.",
  },
  "bookings.get collective": {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    asAnotherHost: 200,
    because: "Every host of a booking reads it, and those who may read the bookings of its hosts.",
  },
  ...ofEach(
    ["bookings.update", "bookings.cancel", "bookings.no-show", "bookings.rating"].map(
      (id) => `${id} collective`,
    ),
    {
      foreign: { ...SYSTEM, ...ORGANIZATION },
      asAnotherHost: 403,
      because:
        "The first host of a booking changes it, and the admins of an organization that host is in; its other hosts, who read it, are told so.",
    },
  ),
  ...ofEach(["attendees.get collective", "booking-references.get collective"], {
    foreign: SYSTEM,
    asAnotherHost: 200,
    because: "Every host of a booking reads its attendees and references.",
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
        "The first host of a booking changes its attendees and references; other hosts, who read them, are told so.",
    },
  ),
  attendees: {
    foreign: SYSTEM,
    because: "Attendees are the host's; an organization's admins have the bookings endpoints only.",
  },
  "attendees.create bookingId": {
    foreign: { ...SYSTEM, "org admin": 403, "org owner": 403 },
    asAnotherHost: 403,
    because: "Who sees a booking is told that only its host adds attendees; for others there is no booking.",
  },
  "booking-references": {
    foreign: SYSTEM,
    because: "References are the host's; an organization's admins have the bookings endpoints only.",
  },
  "booking-references.create bookingId": {
    foreign: { ...SYSTEM, "org admin": 403, "org owner": 403 },
    asAnotherHost: 403,
    because: "Who sees a booking is told that only its host adds references; for others there is no booking.",
  },
  "events.list": {
    foreign: {},
    because:
      "The events are those of the bookings the caller hosts, for programs that catch up; admins have none more.",
  },
  "audit.list": {
    foreign: SYSTEM,
    own: Object.fromEntries(CALLERS.flatMap((name) => (name in SYSTEM ? [] : [[name, 403]]))),
    otherwise: 403,
    because: "The audit trail is for system admins alone, who see what everybody changed.",
  },
  payments: {
    foreign: SYSTEM,
    because: "Payments are the host's; an organization's admins have the bookings endpoints only.",
  },
  memberships: {
    foreign: { ...SYSTEM, ...TEAM },
    because: "A team's admins and owners see and edit its memberships, its members only their own.",
  },
  "memberships.list": {
    foreign: SYSTEM,
    because: "Without teamId all but system admins list their own.",
  },
  "memberships.list teamId": {
    foreign: { ...SYSTEM, ...TEAM },
    because: "With teamId a team's admins and owners list all of it.",
  },
  "memberships.create teamId": {
    foreign: { ...SYSTEM, ...TEAM, member: 403, "invited admin": 403 },
    because: "Who knows of a team, being invited at least, is told that only its admins add to it.",
  },
  webhooks: {
    foreign: SYSTEM,
    because:
      "A webhook is its user's; a team's is the team's admins' and owners' (webhooks.test.ts), by a token only with the scope ADMIN.",
  },
  "webhooks.create eventTypeId": {
    foreign: SYSTEM,
    otherwise: FOUND_IN_BODY,
    because:
      "A webhook receives the events of its user's own event types; the field that names no such is refused.",
  },
  "webhooks.create teamId": {
    foreign: { ...SYSTEM, ...ORGANIZATION, "org admin's token": 403, member: 403 },
    own: { "org admin's token": 403, "sys admin's token": 403 },
    otherwise: FOUND_IN_BODY,
    because:
      "A team's admins may receive its events, by a token only with the scope ADMIN; its members are told so; for others there is no team.",
  },
  "event-types": {
    foreign: SYSTEM,
    because: "An event type is its owner's; who may book it may not read how it is made.",
  },
  slots: {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because: "Slots are for those who may book them.",
  },
  reservations: {
    foreign: SYSTEM,
    because: "Only the credential that made a reservation, the host and system admins can access it.",
  },
  "reservations.create eventTypeId": {
    foreign: { ...SYSTEM, ...ORGANIZATION },
    because: "Callers that may book may reserve.",
  },
  "event-types.create teamId": {
    foreign: { ...ORGANIZATION, member: 200 },
    always: { "org admin's token": 403, "sys admin's token": 403 },
    otherwise: FOUND_IN_BODY,
    because:
      "An event type is of a team its host is an accepted member of, which a system admin is not; a token needs the scope ADMIN.",
  },
  "event-types.create scheduleId": {
    foreign: {},
    otherwise: FOUND_IN_BODY,
    because: "An event type uses a schedule of its host; another `scheduleId` is rejected.",
  },
  ...ofEach(["schedules", "availabilities"], {
    foreign: SYSTEM,
    because:
      "A schedule and its availability belong to its user; others who may book can only list the slots.",
  }),
  ...ofEach(["me.grants.get", "me.grants.list", "me.grants.delete"], {
    foreign: {},
    own: { "org admin's token": 404, "sys admin's token": 404, "token with ADMIN": 404 },
    because:
      "What a user allows applications is the user's alone; an application sees its own grant, and none of these is that.",
  }),
  users: { foreign: SYSTEM, because: "A user reads their own profile, a system admin any." },
  teams: {
    foreign: { ...SYSTEM, ...TEAM, member: 200, "invited admin": 200 },
    because: "A team is visible to its members and to those invited to it.",
  },
  ...ofEach(["users.availability", "availability.get userId"], {
    foreign: { ...SYSTEM, ...TEAM, member: 200, "team admin": 200 },
    because:
      "A user's availability is for members of a common team, who get no titles, and for system admins.",
  }),
  ...ofEach(["teams.availability", "availability.get teamId"], {
    foreign: { ...SYSTEM, ...TEAM, member: 403, "invited admin": 403 },
    because: "The availability of a team is for its admins and owners.",
  }),
  "teams.event-types.list": {
    foreign: { ...SYSTEM, ...TEAM, member: 200 },
    because: "The members of a team may book its event types, so they can list them.",
  },
  "agents.mcp": {
    foreign: {},
    because:
      "A message names nobody's resource; each tool calls the use case of its endpoint, as its caller.",
  },
  me: { foreign: {}, because: "There is no address for anybody else's profile." },
};

/** The rule of a row: that of its endpoint, else of its resource. */
export function ruleOf(row: string): Rule {
  const rule = EXPECTED[row] ?? EXPECTED[row.split(".")[0] ?? ""];
  if (!rule) throw new Error(`say in test/contract/visibility/expected.ts who reaches ${row}`);
  return rule;
}
