import { describe, expect, it } from "vitest";
import { listSlots } from "#lib/bookings/list-slots.ts";
import { deleteSchedule } from "#lib/calendar/schedules/delete.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import { SlotsQuery } from "#lib/calendar/slots/query.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { book, bookingRequest, makeEventType, reserve } from "#test/support/builders/builders.ts";
import {
  at,
  expectConsistentCalendars,
  makeCollective,
  makeTeamEventType,
  makeTeamOfHosts,
  tryToBook,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

const clock = useHostsTable();

/** Milliseconds for which a function caches an event type with its hosts. */
const CACHED = 5_000;

const WAYS: [string, (host: Caller, team: Team) => Promise<unknown>][] = [
  ["leaves the team", ({ userId }, { id }) => removeMembership(OPERATOR, { userId, teamId: id })],
  ["is locked", ({ userId }) => lockUser(OPERATOR, userId, true)],
  [
    "deletes the only schedule",
    async (host) => {
      for (const { id } of await listSchedulesOfUser(host.userId)) await deleteSchedule(host, { id });
    },
  ],
];

const openAt = (hour: number) => ({
  availability: [{ days: [2], startTime: `${hour}:00`, endTime: `${hour + 1}:00` }],
});

describe.each(WAYS)("a host who %s", (_, leave) => {
  it.each([
    { schedulingType: "ROUND_ROBIN", before: [at(10), at(14)] },
    { schedulingType: "COLLECTIVE", before: [] },
  ] as const)(
    "is removed from slots and bookings at the same time: $schedulingType",
    async ({ schedulingType, before }) => {
      const made = await makeTeamOfHosts(2, [openAt(10), openAt(14)]);
      const [first, second] = made.hosts;
      const eventType = await makeTeamEventType(made, schedulingType, { length: 60 });
      const listSlots = async () => {
        const query = { eventTypeId: eventType.id, start: at(0), end: at(23) };
        const { json } = await callEndpoint("slots.list", made.owner, { query });
        return Object.values(Object(json["slots"])).flat();
      };
      expect(await listSlots()).toEqual(before.map((time) => ({ time })));
      await leave(first, made.team);
      clock.time += CACHED;
      expect(await listSlots()).toEqual([{ time: at(14) }]);
      expect((await tryToBook(made, eventType, at(10))).json).toMatchObject({ rule: "hours" });
      const { status, json } = await tryToBook(made, eventType, at(14));
      expect({ status, json }).toMatchObject({ status: 200, json: { userId: second.userId } });
      await expectConsistentCalendars(made);
    },
  );

  it("keeps the time of a booking, which is offered only times at which they are free", async () => {
    const { booking, ...made } = await makeCollective(2);
    const [first, second] = made.hosts;
    const other = await makeEventType(second, { length: 60 });
    await book(second, other, { start: at(11) });
    await leave(second, made.team);
    clock.time += CACHED;
    const path = { id: String(booking.id) };
    const move = (start: string) => callEndpoint("bookings.update", first, { path, body: { start } });
    const query = SlotsQuery.parse({
      ...{ eventTypeId: booking.eventTypeId, rescheduleUid: booking.uid },
      ...{ start: at(11), end: at(13) },
    });
    expect(await listSlots(first, query, { isMove: true })).toMatchObject({
      slots: { "2031-03-04": [{ time: at(12) }, {}] },
    });
    expect(await move(at(11))).toMatchObject({ status: 409, json: { nextSlots: [at(12), {}, {}] } });
    expect(await move(at(12))).toMatchObject({ status: 200 });
    await expectConsistentCalendars(made);
  });
});

describe("a reservation", () => {
  it("of a host who has left goes to another one who is free", async () => {
    const made = await makeTeamOfHosts(4);
    const { owner, hosts } = made;
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", {
      fields: [{}, {}, {}, { isFixed: true }],
    });
    const { uid: reservationUid } = await reserve(owner, eventType, { start: at(9), ttlMinutes: 60 });
    await book(hosts[1], await makeEventType(hosts[1]), { start: at(9) });
    await removeMembership(OPERATOR, { userId: hosts[0].userId, teamId: made.team.id });
    clock.time += CACHED;
    const { userId } = await book(owner, eventType, { start: at(9), reservationUid });
    expect(userId).toBe(hosts[2]?.userId);
    await expectConsistentCalendars(made);
  });

  it("keeps its host, also if the hours of that host have changed since", async () => {
    const made = await makeTeamOfHosts(2);
    const { owner, hosts } = made;
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const { uid: reservationUid, userId } = await reserve(owner, eventType, { start: at(9), ttlMinutes: 60 });
    const host = hosts.find((each) => each.userId === userId) ?? owner;
    const { json } = await callEndpoint("schedules.list", host);
    const path = { id: String(Object(json["schedules"])[0].id) };
    expect(await callEndpoint("schedules.update", host, { path, body: openAt(14) })).toMatchObject({
      status: 200,
    });
    clock.time += CACHED;
    expect(await book(owner, eventType, { start: at(9), reservationUid })).toMatchObject({ userId });
  });

  it("gets no time of a host who was added since and is not open", async () => {
    const made = await makeTeamOfHosts(2, [{}, openAt(14)]);
    const { owner, hosts } = made;
    const eventType = await makeTeamEventType(made, "COLLECTIVE", {
      hosts: [{ userId: hosts[0].userId }],
    });
    const { uid: reservationUid } = await reserve(owner, eventType, { start: at(9), ttlMinutes: 60 });
    const path = { id: String(eventType.id) };
    const changes = { hosts: hosts.map(({ userId }) => ({ userId })) };
    await callEndpoint("event-types.update", owner, { path, body: changes });
    clock.time += CACHED;
    const body = bookingRequest(eventType.id, { start: at(9), reservationUid });
    expect(await callEndpoint("bookings.create", owner, { body })).toMatchObject({
      status: 409,
      json: { rule: "hours" },
    });
  });
});
