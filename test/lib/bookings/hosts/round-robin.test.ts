import { describe, expect, it } from "vitest";
import { AssignmentItem } from "#lib/bookings/entity.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import {
  at,
  bookAndGetHostId,
  idsOf,
  makeTeamEventType,
  makeTeamOfHosts,
  tryToBook,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";

const clock = useHostsTable();

describe("a booking of a round-robin event type", () => {
  it("is assigned to the hosts in turn", async () => {
    const made = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const bookings = [];
    for (let hour = 1; hour <= 6; hour += 1, clock.time += 1)
      bookings.push(await book(made.owner, eventType, { start: at(hour) }));
    const ids = idsOf(made.hosts);
    expect(bookings.map(({ userId }) => userId)).toEqual([...ids, ...ids]);
    expect(bookings.map(({ user }) => user.id)).toEqual([...ids, ...ids]);
    expect(bookings.every(({ otherHosts }) => otherHosts?.length === 0)).toBe(true);
    for (const { userId } of made.hosts) expect(await expectConsistentCalendar(userId)).toHaveLength(2);
    const rows = await queryAll(AssignmentItem, { eventTypeId: eventType.id });
    expect(rows.map(({ userId, bookingId }) => [userId, bookingId])).toEqual(
      bookings.map(({ userId, id }) => [userId, id]),
    );
  });

  it("is assigned to a free host, and rejected if no host is free", async () => {
    const made = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const hosts = [
      await bookAndGetHostId(made, eventType, at(9)),
      await bookAndGetHostId(made, eventType, at(9)),
      await bookAndGetHostId(made, eventType, at(9)),
    ];
    expect(hosts).toEqual(idsOf(made.hosts));
    const { status, json } = await tryToBook(made, eventType, at(9));
    expect({ status, json }).toMatchObject({
      status: 409,
      json: {
        code: "no_available_users_found_error",
        rule: "busy",
        nextSlots: ["2031-03-04T09:30:00.000Z", at(10), "2031-03-04T10:30:00.000Z"],
      },
    });
  });

  it("is assigned only to hosts who are open", async () => {
    const made = await makeTeamOfHosts(2, [
      { availability: [{ days: [2], startTime: "09:00", endTime: "10:00" }] },
    ]);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const [first, second] = idsOf(made.hosts);
    expect(await bookAndGetHostId(made, eventType, at(12))).toBe(second);
    expect(await bookAndGetHostId(made, eventType, at(9))).toBe(first);
    const closed = await makeTeamEventType(
      { ...made, hosts: [made.hosts[0], made.hosts[0]].slice(0, 1) as never },
      "ROUND_ROBIN",
    );
    expect((await tryToBook(made, closed, at(12))).json).toMatchObject({ rule: "hours" });
  });

  it("is assigned by priority, then by weight", async () => {
    const made = await makeTeamOfHosts(3);
    const fields = [{ weight: 300 }, {}, { priority: 9 }];
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { fields });
    const hosts = [];
    for (let booked = 0; booked < 2; booked += 1) hosts.push(await bookAndGetHostId(made, eventType, at(9)));
    const [first, second, third] = idsOf(made.hosts);
    expect(hosts).toEqual([third, first]);
    const shared = await makeTeamEventType(
      { ...made, hosts: [made.hosts[0], made.hosts[1]] },
      "ROUND_ROBIN",
      { fields },
    );
    const given = [];
    for (let hour = 12; hour < 20; hour += 1) given.push(await bookAndGetHostId(made, shared, at(hour)));
    expect(given.filter((host) => host === first)).toHaveLength(6);
    expect(given.filter((host) => host === second)).toHaveLength(2);
  });

  it("does not count bookings of more than 30 days ago", async () => {
    const made = await makeTeamOfHosts(2);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const [first, second] = idsOf(made.hosts);
    expect(await bookAndGetHostId(made, eventType, at(9))).toBe(first);
    clock.time += 31 * 86_400_000;
    expect(await bookAndGetHostId(made, eventType, "2031-05-04T09:00:00Z")).toBe(first);
    expect(await bookAndGetHostId(made, eventType, "2031-05-04T10:00:00Z")).toBe(second);
  });

  it("leaves out hosts who are locked, have left the team or have no schedule", async () => {
    const made = await makeTeamOfHosts(4, [{}, {}, null]);
    const [locked, left, , last] = made.hosts;
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    await lockUser(OPERATOR, locked.userId, true);
    await removeMembership(OPERATOR, { userId: left.userId, teamId: made.team.id });
    expect(await bookAndGetHostId(made, eventType, at(9))).toBe(last?.userId);
    expect((await tryToBook(made, eventType, at(9))).json).toMatchObject({ rule: "busy" });
  });

  it("uses the event type's schedule for all hosts", async () => {
    const made = await makeTeamOfHosts(2, [null, null]);
    const evenings = { availability: [{ days: [2], startTime: "18:00", endTime: "19:00" }], timeZone: "UTC" };
    const { json } = await callEndpoint("schedules.create", made.owner, {
      body: { name: "Late", ...evenings },
    });
    const scheduleId = Object(json["schedule"]).id;
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { scheduleId });
    expect(await bookAndGetHostId(made, eventType, at(18))).toBe(made.hosts[0].userId);
    expect((await tryToBook(made, eventType, at(12))).json).toMatchObject({ rule: "hours" });
  });

  it("has the fixed hosts and the chosen one", async () => {
    const made = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { fields: [{ isFixed: true }] });
    const [fixed, second, third] = made.hosts;
    const bookings = [
      await book(made.owner, eventType, { start: at(9) }),
      await book(made.owner, eventType, { start: at(10) }),
    ];
    expect(idsOf([second, third as Caller])).toEqual(bookings.map(({ userId }) => userId));
    expect(bookings.map(({ otherHosts }) => otherHosts?.map(({ id }) => id))).toEqual([
      [fixed.userId],
      [fixed.userId],
    ]);
    expect((await tryToBook(made, eventType, at(9))).json).toMatchObject({ rule: "busy" });
    for (const { userId } of made.hosts) await expectConsistentCalendar(userId);
  });

  it("of a system admin can name its host", async () => {
    const made = await makeTeamOfHosts(3);
    const admin = await makeHost("ADMIN");
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const third = made.hosts[2]?.userId;
    expect((await book(admin, eventType, { start: at(9), userId: third })).userId).toBe(third);
    await expect(book(admin, eventType, { start: at(9), userId: third })).rejects.toMatchObject({
      code: "no_available_users_found_error",
    });
    await expect(book(admin, eventType, { start: at(9), userId: admin.userId })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("may ignore availability only for hosts and admins", async () => {
    const made = await makeTeamOfHosts(2, [{ availability: [] }, { availability: [] }]);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const options = { start: at(9), ignoreAvailability: true };
    await expect(book(made.owner, eventType, options)).rejects.toMatchObject({
      extensions: { rule: "hours" },
    });
    expect((await book(made.hosts[1], eventType, options)).userId).toBe(made.hosts[0].userId);
  });
});

it("an event type of one host has no assignments", async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  await book(host, eventType, { start: at(9) });
  expect(await queryAll(AssignmentItem, { eventTypeId: eventType.id })).toEqual([]);
});
