import { beforeEach } from "vitest";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import type { MembershipUpdate } from "#lib/identity/memberships/schema.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { now, setClock } from "#lib/platform/clock.ts";
import { Scope } from "#lib/scopes.ts";
import { bookingRequest } from "#test/support/builders/builders.ts";
import {
  makeTeamEventType,
  makeTeamOfHosts,
  type TeamOfHosts,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { makeMember } from "#test/support/builders/teams.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

/** A team, and an event type of it whose owner is a member who is neither a host nor an admin. */
export interface TeamEventType extends TeamOfHosts {
  admin: Caller;
  eventType: EventType;
}

/** Runs each test of a file on a local table, with an event type of a team with two hosts. */
export function useTeamEventType(): () => TeamEventType {
  useHostsTable();
  let made: TeamEventType;
  beforeEach(async () => {
    process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
    made = await makeTeamEventTypeOfMember();
  });
  return () => made;
}

async function makeTeamEventTypeOfMember(): Promise<TeamEventType> {
  const { team, hosts, owner: admin } = await makeTeamOfHosts(2);
  const owner = await makeMember(team, "MEMBER");
  const eventType = await makeTeamEventType({ team, owner, hosts }, "ROUND_ROBIN");
  return { team, owner, hosts, admin, eventType };
}

/** A caller with a token that has all scopes but ADMIN. */
export const asApplication = (caller: Caller): Caller => ({
  ...caller,
  scopes: Scope.options.filter((scope) => scope !== "ADMIN"),
});

const statusOf = async (...call: Parameters<typeof callEndpoint>): Promise<number> =>
  (await callEndpoint(...call)).status;

/** Gets an event type, and returns the status. */
export const statusOfGet = (caller: Caller, { id }: EventType): Promise<number> =>
  statusOf("event-types.get", caller, { path: { id: String(id) } });

/** Deletes an event type, and returns the status. */
export const statusOfDelete = (caller: Caller, { id }: EventType): Promise<number> =>
  statusOf("event-types.delete", caller, { path: { id: String(id) } });

/** Changes an event type, and returns the response. */
export const requestUpdate = (caller: Caller, { id }: EventType, body: object) =>
  callEndpoint("event-types.update", caller, { path: { id: String(id) }, body });

/** Changes the title of an event type, and returns the status. */
export const statusOfUpdate = async (caller: Caller, eventType: EventType): Promise<number> =>
  (await requestUpdate(caller, eventType, { title: "Other" })).status;

let made = 0;

/** The statuses of a list of slots, a booking and a reservation. */
export async function statusesOfUse(caller: Caller, { id }: EventType): Promise<number[]> {
  const start = new Date(Date.UTC(2031, 3, 1) + ++made * 3_600_000).toISOString();
  const reservedStart = new Date(Date.UTC(2032, 3, 1) + ++made * 3_600_000).toISOString();
  const query = { eventTypeId: String(id), startTime: "2031-03-04", endTime: "2031-03-05" };
  return [
    await statusOf("slots.list", caller, { query }),
    await statusOf("bookings.create", caller, { body: bookingRequest(id, { start }) }),
    await statusOf("reservations.create", caller, { body: { eventTypeId: id, start: reservedStart } }),
  ];
}

/** Creates a webhook of an event type, and returns the status. */
export const statusOfSubscribe = (caller: Caller, { id: eventTypeId }: EventType): Promise<number> => {
  const subscriberUrl = `http://127.0.0.1:9/${++made}`;
  const body = { subscriberUrl, eventTriggers: ["FORM_SUBMITTED"], eventTypeId };
  return statusOf("webhooks.create", caller, { body });
};

/** Removes a user from a team, and waits until hosts are read again. */
export async function leaveTeam({ id: teamId }: Team, { userId }: Caller): Promise<void> {
  await removeMembership(OPERATOR, { userId, teamId });
  passCacheTime();
}

/** Changes a membership. */
export const changeMembership = ({ id: teamId }: Team, { userId }: Caller, changes: MembershipUpdate) =>
  updateMembership(OPERATOR, { userId, teamId }, changes);

/** Sets the clock to a time at which event types and their hosts are read again. */
export function passCacheTime(): void {
  const later = now() + 6_000;
  setClock(() => later);
}
