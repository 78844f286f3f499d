import { describe, expect, it } from "vitest";
import { AssignmentItem } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, reschedule, reserve } from "#test/support/builders/builders.ts";
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

describe("a round-robin booking that is moved", () => {
  it("keeps its host when it is rescheduled, and counts as one assignment", async () => {
    const made = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const original = await book(made.owner, eventType, { start: at(9) });
    const [host] = made.hosts;
    const moved = await reschedule(host, eventType, { start: at(9), rescheduleUid: original.uid });
    expect(moved.userId).toBe(original.userId);
    expect(await queryAll(AssignmentItem, { eventTypeId: eventType.id })).toHaveLength(1);
    await book(made.owner, eventType, { start: at(10) });
    await book(made.owner, eventType, { start: at(10) });
    await book(made.owner, eventType, { start: at(10) });
    await expect(
      reschedule(host, eventType, { start: at(10), rescheduleUid: moved.uid }),
    ).rejects.toMatchObject({ extensions: { rule: "busy" } });
    for (const { userId } of made.hosts) await expectConsistentCalendar(userId);
  });

  it("gets the time that is reserved for it with another host if its host is busy, otherwise keeps its host", async () => {
    const made = await makeTeamOfHosts(2);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const { uid, userId: host } = await book(made.owner, eventType, { start: at(9) });
    const first = await reserve(made.owner, eventType, { start: at(10) });
    expect(first.userId).not.toBe(host);
    const kept = await reschedule(OPERATOR, eventType, {
      ...{ start: at(10), rescheduleUid: uid, reservationUid: first.uid },
    });
    expect(kept.userId).toBe(host);
    const second = await reserve(made.owner, eventType, { start: at(11) });
    expect(second.userId).not.toBe(host);
    expect(await bookAndGetHostId(made, eventType, at(11))).toBe(host);
    const moved = await reschedule(OPERATOR, eventType, {
      ...{ start: at(11), rescheduleUid: kept.uid, reservationUid: second.uid },
    });
    expect(moved.userId).toBe(second.userId);
    for (const { userId } of made.hosts) await expectConsistentCalendar(userId);
  });

  it("gets another host when its host has left", async () => {
    const made = await makeTeamOfHosts(2);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const original = await book(made.owner, eventType, { start: at(9) });
    await removeMembership(OPERATOR, { userId: original.userId, teamId: made.team.id });
    clock.time += 6_000;
    const moved = await reschedule(OPERATOR, eventType, { start: at(11), rescheduleUid: original.uid });
    expect(moved.userId).toBe(made.hosts[1].userId);
    for (const { userId } of made.hosts) await expectConsistentCalendar(userId);
  });

  it.each(["ACCEPTED", "REJECTED"])("is offered only times of its host if it is %s", async (status) => {
    const made = await makeTeamOfHosts(2, [
      { availability: [{ days: [2], startTime: "09:00", endTime: "10:00" }] },
    ]);
    const [host] = made.hosts;
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { length: 60 });
    const { id, uid } = await book(made.owner, eventType, { start: at(9) });
    await updateBooking(host, { id }, BookingUpdate.parse({ status }));
    const query = { eventTypeId: eventType.id, start: at(0), end: at(23), rescheduleUid: uid };
    expect((await callEndpoint("slots.list", host, { query })).json).toEqual({
      slots: { "2031-03-04": [{ time: at(9) }] },
    });
  });

  it("can replace the only booking of a shared slot, whose time counts as free", async () => {
    const made = await makeTeamOfHosts(2);
    const [first, second] = made.hosts;
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const shared = await makeEventType(second, { seatsPerTimeSlot: 2 });
    await book(first, await makeEventType(first), { start: at(9) });
    const { uid: rescheduleUid } = await book(second, shared, { start: at(9) });
    const query = {
      eventTypeId: eventType.id,
      start: at(9),
      end: at(9).replace("00:00", "01:00"),
      rescheduleUid,
    };
    expect((await callEndpoint("slots.list", second, { query })).json).toEqual({
      slots: { "2031-03-04": [{ time: at(9) }] },
    });
    const moved = await reschedule(second, eventType, { start: at(9), rescheduleUid });
    expect(moved.userId).toBe(second.userId);
    for (const { userId } of made.hosts) await expectConsistentCalendar(userId);
  });

  it("needs its own host to be open for a new time", async () => {
    const made = await makeTeamOfHosts(2, [
      { availability: [{ days: [2], startTime: "09:00", endTime: "11:00" }] },
    ]);
    const [host] = made.hosts;
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { length: 60 });
    const { id } = await book(made.owner, eventType, { start: at(9) });
    const move = (start: number) =>
      callEndpoint("bookings.update", host, {
        path: { id: String(id) },
        body: { start: at(start), end: at(start + 1) },
      });
    expect(await move(12)).toMatchObject({
      status: 409,
      json: { rule: "hours", nextSlots: [at(9, 11), at(10, 11), at(9, 18)] },
    });
    expect(await move(10)).toMatchObject({
      status: 200,
      json: { booking: { userId: host.userId, startTime: at(10) } },
    });
    await expectConsistentCalendar(host.userId);
  });
});

it("a reservation of a round-robin event type has the time of the host who gets the booking", async () => {
  const made = await makeTeamOfHosts(2);
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
  const [first, second] = idsOf(made.hosts);
  const { uid: reservationUid, userId } = await reserve(made.owner, eventType, { start: at(9) });
  expect(userId).toBe(first);
  expect(await bookAndGetHostId(made, eventType, at(9))).toBe(second);
  expect((await tryToBook(made, eventType, at(9))).json).toMatchObject({ rule: "busy" });
  await expect(reserve(made.owner, eventType, { start: at(9) })).rejects.toMatchObject({
    extensions: { rule: "busy" },
  });
  expect((await book(made.owner, eventType, { start: at(9), reservationUid })).userId).toBe(first);
  for (const host of made.hosts) await expectConsistentCalendar(host.userId);
});
