import { beforeEach } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { setClock } from "#lib/platform/clock.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { ALL_HOURS, book, bookingRequest, makeEventType, makeHost, makeSchedule } from "./builders.ts";
import { addMember, makeTeam } from "./teams.ts";

/** Runs each test of a file on a local table, with the clock on the morning before {@link at}. `time` sets the clock. */
export function useHostsTable(): { time: number } {
  useLocalTable();
  const now = Date.parse("2031-03-03T08:00:00Z");
  const clock = { time: now };
  beforeEach(() => {
    clock.time = now;
    setClock(() => clock.time);
  });
  return clock;
}

/** The hosts of an event type, and the owner of their team, who is not a host. */
export interface TeamOfHosts {
  team: Team;
  owner: Caller;
  hosts: [Caller, Caller, ...Caller[]];
}

/** Creates a team of hosts who are available at all hours, or have one of these schedules; null is no schedule. */
export async function makeTeamOfHosts(
  count: number,
  schedules: readonly (Record<string, unknown> | null)[] = [],
): Promise<TeamOfHosts> {
  const team = await makeTeam();
  const owner = await makeHost();
  await addMember(team, owner, { role: "OWNER" });
  const hosts: Caller[] = [];
  for (let at = 0; at < count; at += 1) {
    const host = await makeHost();
    await addMember(team, host);
    const schedule = schedules[at];
    if (schedule !== null)
      await makeSchedule(host, { timeZone: "UTC", availability: ALL_HOURS, ...schedule });
    hosts.push(host);
  }
  const [first = owner, second = owner, ...others] = hosts;
  return { team, owner, hosts: [first, second, ...others] };
}

/** Creates an event type of a team with its hosts. `fields` has the fields of each host. */
export const makeTeamEventType = (
  { team, owner, hosts }: TeamOfHosts,
  schedulingType: "ROUND_ROBIN" | "COLLECTIVE",
  { fields = [], ...more }: { fields?: readonly object[] } & Record<string, unknown> = {},
): Promise<EventType> =>
  makeEventType(owner, {
    teamId: team.id,
    schedulingType,
    hosts: hosts.map(({ userId }, at) => ({ userId, ...fields[at] })),
    ...more,
  });

/** A full hour of a day in March 2031, by default Tuesday the 4th. */
export const at = (hour: number, day = 4): string =>
  `2031-03-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00.000Z`;

/** Requests a booking as the owner of the team, and returns the response. */
export const tryToBook = ({ owner }: TeamOfHosts, { id }: EventType, start: string) =>
  callEndpoint("bookings.create", owner, { body: bookingRequest(id, { start }) });

/** Books as the owner of the team, and returns the id of the host. */
export const bookAndGetHostId = async (
  { owner }: TeamOfHosts,
  eventType: EventType,
  start: string,
): Promise<number> => (await book(owner, eventType, { start })).userId;

/** The user ids of hosts. */
export const idsOf = (hosts: readonly Caller[]): number[] => hosts.map(({ userId }) => userId);

/** Requires that the stored calendars of all hosts are consistent. */
export async function expectConsistentCalendars({ hosts }: TeamOfHosts): Promise<void> {
  for (const { userId } of hosts) await expectConsistentCalendar(userId);
}

/** Whether each host is free for half an hour, tested by booking one of their own event types. */
export const areHostsFree = ({ hosts }: TeamOfHosts, start: string): Promise<boolean[]> =>
  Promise.all(hosts.map((host) => isFree(host, start)));

async function isFree(host: Caller, start: string): Promise<boolean> {
  const { id } = await makeEventType(host);
  const body = bookingRequest(id, { start });
  const { status, json } = await callEndpoint("bookings.create", host, { body });
  if (status === 200) await callEndpoint("bookings.cancel", host, { path: { id: String(json["id"]) } });
  return status === 200;
}

/** A collective event type, and a booking of it at 9 on the 4th. */
export interface Collective extends TeamOfHosts {
  eventType: EventType;
  booking: StoredBooking;
  first: Caller;
  second: Caller;
}

/** Makes a collective event type with hosts, and a booking. */
export async function makeCollective(count = 3): Promise<Collective> {
  const made = await makeTeamOfHosts(count);
  const eventType = await makeTeamEventType(made, "COLLECTIVE");
  const booking = await book(made.owner, eventType, { start: at(9) });
  const [first, second] = made.hosts;
  return { ...made, eventType, booking, first, second };
}
