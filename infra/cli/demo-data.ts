import * as z from "zod";
import type { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import type { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import type { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import type { OAuthClientCreate } from "#lib/identity/oauth/schema.ts";
import type { TeamCreate } from "#lib/identity/teams/schema.ts";
import type { UserCreate } from "#lib/identity/users/input.ts";

/** The users of the demo by name. */
export const Person = z.enum(["alice", "bob", "erin", "carol", "dave", "root", "fay", "gus", "hana"]);
/** The teams of the demo by name. */
export const TeamName = z.enum(["org", "crew", "desk"]);
/** The event types of the demo by name. */
export const EventTypeName = z.enum([
  "alice30",
  "alice60",
  "bob30",
  "dave30",
  "confirm30",
  "seats30",
  "fay30",
  "roundrobin30",
  "collective30",
  "hana30",
]);
/** The calendars of the demo, by the name of their host. */
export const CalendarName = z.enum(["hana"]);
/** The applications of the demo by name. */
export const ClientName = z.enum(["confidential", "public"]);
export type Person = z.output<typeof Person>;
export type TeamName = z.output<typeof TeamName>;
export type EventTypeName = z.output<typeof EventTypeName>;
export type CalendarName = z.output<typeof CalendarName>;
export type ClientName = z.output<typeof ClientName>;

/** The users; their passwords are generated at each run. */
export const PEOPLE: Record<Person, z.input<typeof UserCreate>> = {
  alice: { name: "Alice Archer", email: "alice@example.com", username: "alice" },
  bob: { name: "Bob Baker", email: "bob@example.com", username: "bob" },
  erin: { name: "Erin Eastwood", email: "erin@example.com", username: "erin" },
  carol: { name: "Carol Carter", email: "carol@example.com", username: "carol" },
  dave: { name: "Dave Dyer", email: "dave@example.com", username: "dave" },
  root: { name: "Ruth Root", email: "root@example.com", username: "root", role: "ADMIN" },
  fay: { name: "Fay Fuller", email: "fay@example.com", username: "fay", timeZone: "Europe/Berlin" },
  gus: { name: "Gus Gardner", email: "gus@example.com", username: "gus", timeZone: "Europe/Berlin" },
  hana: { name: "Hana Holt", email: "hana@example.com", username: "hana" },
};

/** The teams: an organization, an ordinary team, and a team whose members are booked together or in turn. */
export const TEAMS: Record<TeamName, z.input<typeof TeamCreate> & { slug: string }> = {
  org: { name: "Demo Organization", slug: "org", isOrganization: true },
  crew: { name: "Demo Crew", slug: "crew" },
  desk: { name: "Demo Desk", slug: "desk" },
};

type DemoMembership = { person: Person; team: TeamName } & Pick<
  z.input<typeof MembershipCreate>,
  "role" | "accepted"
>;

/** The members of the teams; Alice is invited to the organization and has not accepted. */
export const MEMBERSHIPS: readonly DemoMembership[] = [
  { team: "org", person: "carol", role: "ADMIN", accepted: true },
  { team: "org", person: "dave", role: "MEMBER", accepted: true },
  { team: "org", person: "alice", role: "MEMBER", accepted: false },
  { team: "crew", person: "bob", role: "OWNER", accepted: true },
  { team: "crew", person: "alice", role: "MEMBER", accepted: true },
  { team: "desk", person: "fay", role: "OWNER", accepted: true },
  { team: "desk", person: "gus", role: "MEMBER", accepted: true },
];

/** A schedule that is open at all hours. */
const ANY_TIME: z.input<typeof ScheduleCreate> = {
  name: "Any time",
  availability: [{ days: [0, 1, 2, 3, 4, 5, 6], startTime: "00:00", endTime: "24:00" }],
};

/** The schedules. Fay has a lunch break, and works until noon on Christmas Eve. */
export const SCHEDULES: Record<Person, z.input<typeof ScheduleCreate>> = {
  alice: ANY_TIME,
  bob: ANY_TIME,
  erin: ANY_TIME,
  carol: ANY_TIME,
  dave: ANY_TIME,
  root: ANY_TIME,
  fay: {
    name: "Working hours",
    timeZone: "Europe/Berlin",
    availability: [
      { days: [1, 2, 3, 4, 5], startTime: "09:00", endTime: "12:00" },
      { days: [1, 2, 3, 4, 5], startTime: "13:00", endTime: "17:00" },
    ],
    overrides: [{ date: "2030-12-24", slots: [{ start: "09:00", end: "12:00" }] }],
  },
  gus: {
    name: "Working hours",
    timeZone: "Europe/Berlin",
    availability: [{ days: [1, 2, 3, 4, 5], startTime: "11:00", endTime: "19:00" }],
  },
  hana: { name: "Working hours" },
};

type DemoEventType = {
  host: Person;
  fields: z.input<typeof EventTypeCreate>;
  /** The team and the hosts of an event type with several hosts. */
  team?: { name: TeamName; hosts: readonly Person[] };
};

/** The team whose members are booked together or in turn. */
const DESK = { name: "desk", hosts: ["fay", "gus"] } as const;

/** The event types and their owners; the slug is the name. */
export const EVENT_TYPES: Record<EventTypeName, DemoEventType> = {
  alice30: { host: "alice", fields: { title: "Half an hour with Alice", length: 30 } },
  alice60: { host: "alice", fields: { title: "An hour with Alice", length: 60 } },
  bob30: { host: "bob", fields: { title: "Half an hour with Bob", length: 30 } },
  dave30: { host: "dave", fields: { title: "Half an hour with Dave", length: 30 } },
  confirm30: {
    host: "alice",
    fields: { title: "Half an hour if Alice confirms", length: 30, requiresConfirmation: true },
  },
  seats30: {
    host: "alice",
    fields: { title: "A class of three with Alice", length: 30, seatsPerTimeSlot: 3 },
  },
  fay30: { host: "fay", fields: { title: "Half an hour with Fay", length: 30 } },
  roundrobin30: {
    host: "fay",
    team: DESK,
    fields: { title: "Half an hour with Fay or Gus", length: 30, schedulingType: "ROUND_ROBIN" },
  },
  collective30: {
    host: "fay",
    team: DESK,
    fields: { title: "Half an hour with Fay and Gus", length: 30, schedulingType: "COLLECTIVE" },
  },
  hana30: { host: "hana", fields: { title: "Half an hour with Hana", length: 30 } },
};

/** The applications. */
export const CLIENTS: Record<ClientName, z.input<typeof OAuthClientCreate>> = {
  confidential: {
    name: "Demo web application",
    redirectUris: ["http://127.0.0.1:8765/callback", "https://app.example.com/callback"],
    link: "https://app.example.com",
  },
  public: {
    name: "Demo mobile application",
    type: "public",
    redirectUris: ["http://127.0.0.1:8765/callback", "https://mobile.example.com/callback"],
    link: "https://mobile.example.com",
  },
};
