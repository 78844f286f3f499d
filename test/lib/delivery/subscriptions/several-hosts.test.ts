import { expect, test } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import { now, setClock } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import { EventItem, EventPointer } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { authorizeApp } from "#test/support/builders/authorized-app.ts";
import { ALL_HOURS, book, makeSchedule, reschedule } from "#test/support/builders/builders.ts";
import {
  at,
  makeCollective,
  makeTeamEventType,
  makeTeamOfHosts,
} from "#test/support/builders/several-hosts.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { requestEvents } from "#test/support/calls/list-events.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";

const { takeMessages } = useDeliveries();

const eventsOf = ({ userId }: Pick<StoredBooking, "userId">) => queryAll(EventItem, { userId });

/** The ids of the webhooks that receive a booking's events, one for each delivery. */
async function receiversOf(booking: StoredBooking): Promise<string[]> {
  await fanOutEvents(await eventsOf(booking));
  return (await takeMessages()).map(({ webhookId }) => webhookId).toSorted();
}

/** The triggers of a caller's events, a minute later, when they are settled. */
async function triggersOf(caller: Caller): Promise<string[]> {
  const later = now() + 60_000;
  setClock(() => later);
  return (await requestEvents(caller)).events.map(({ triggerEvent }) => triggerEvent);
}

test("each host's webhook gets an event once, and the event names all hosts", async () => {
  const { hosts, owner, booking, team } = await makeCollective();
  const webhooks = [];
  for (const caller of [...hosts, owner]) webhooks.push(await makeWebhook(caller));
  const ofTeam = await makeWebhook(owner, { teamId: team.id });
  const expected = [...webhooks.slice(0, 3), ofTeam].map(({ id }) => id).toSorted();
  expect(await receiversOf(booking)).toEqual(expected);
  const [event] = await eventsOf(booking);
  const payload = JSON.parse(event?.payload ?? "{}");
  const ids = hosts.map(({ userId }) => userId);
  expect(payload.team.members.map(({ id }: { id: number }) => id)).toEqual(ids);
  expect(payload.organizer.id).toBe(ids[0]);
});

test("the webhook of the event type gets the bookings of other hosts while its owner administers the team", async () => {
  const made = await makeTeamOfHosts(2);
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
  const { id } = await makeWebhook(made.owner, { eventTypeId: eventType.id });
  const booking = await book(made.owner, eventType, { start: at(9) });
  expect(await receiversOf(booking)).toEqual([id]);
  const other = await book(made.owner, eventType, { start: at(9) });
  const membership = { userId: made.owner.userId, teamId: made.team.id };
  await makeTeamOwner(made.hosts[0], membership.teamId);
  await updateMembership(OPERATOR, membership, { role: "MEMBER" });
  expect(await receiversOf(other)).toEqual([]);
});

test("an application's webhook of the event type gets the bookings of other hosts only with the scope ADMIN", async () => {
  const made = await makeTeamOfHosts(1);
  const { team, owner } = made;
  await makeSchedule(owner, { timeZone: "UTC", availability: ALL_HOURS });
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
  const makeHook = async (...scopes: Scope[]) =>
    makeWebhook((await authorizeApp(owner, scopes)).caller, { eventTypeId: eventType.id });
  const limited = await makeHook("WRITE_WEBHOOK");
  const full = await makeHook("WRITE_WEBHOOK", "ADMIN");
  expect(await receiversOf(await book(owner, eventType, { start: at(9) }))).toEqual([full.id]);
  const own = await makeTeamEventType({ team, owner, hosts: [owner, made.hosts[0]] }, "COLLECTIVE");
  await updateWebhook(owner, { id: limited.id }, { eventTypeId: own.id });
  expect(await receiversOf(await book(owner, own, { start: at(12) }))).toEqual([limited.id]);
});

const makeTeamOwner = ({ userId }: Caller, teamId: number) =>
  updateMembership(OPERATOR, { userId, teamId }, { role: "OWNER" });

test("each host lists the events, each once also after a reschedule", async () => {
  const { first, second, eventType, booking } = await makeCollective();
  const moved = await reschedule(first, eventType, { start: at(12), rescheduleUid: booking.uid });
  await cancelBooking(first, { id: moved.id }, {});
  const triggers = ["BOOKING_CREATED", "BOOKING_RESCHEDULED", "BOOKING_CANCELLED"];
  expect(await triggersOf(first)).toEqual(triggers);
  expect(await triggersOf(second)).toEqual(triggers);
});

test("a host who is added or removed by a reschedule gets one event of it", async () => {
  const made = await makeCollective(2);
  const { first, second, booking, hosts } = made;
  const other = await makeTeamEventType({ ...made, hosts: [second, first] }, "COLLECTIVE");
  await reschedule(first, other, { start: at(12), rescheduleUid: booking.uid });
  for (const host of hosts)
    expect(await triggersOf(host)).toEqual(["BOOKING_CREATED", "BOOKING_RESCHEDULED"]);
});

test("an event of one host has no pointers", async () => {
  const made = await makeTeamOfHosts(2);
  const booking = await book(made.owner, await makeTeamEventType(made, "ROUND_ROBIN"), { start: at(9) });
  const [event] = await eventsOf(booking);
  expect(event).not.toHaveProperty("otherHostIds");
  expect(await queryAll(EventPointer, { userId: made.hosts[1].userId })).toEqual([]);
});
