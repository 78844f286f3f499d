import { describe, expect, it } from "vitest";
import { queryBookingsOfHost } from "#lib/bookings/bookings-of-host.ts";
import { OPERATOR } from "#lib/caller.ts";
import { closeAccount } from "#lib/operations/privacy/close-account.ts";
import { book, bookingRequest, makeEventType, reschedule, reserve } from "#test/support/builders/builders.ts";
import {
  areHostsFree,
  at,
  type Collective,
  expectConsistentCalendars,
  makeCollective,
  makeTeamEventType,
  makeTeamOfHosts,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

const clock = useHostsTable();

const path = ({ id }: { id: number }) => ({ id: String(id) });

describe("a booking of a collective event type", () => {
  it("is in the partition of the first host and has the time of all hosts", async () => {
    const made = await makeCollective();
    const [first, ...others] = made.hosts.map(({ userId }) => userId);
    expect(made.booking).toMatchObject({ userId: first, user: { id: first } });
    expect(made.booking.otherHosts?.map(({ id }) => id)).toEqual(others);
    expect(await areHostsFree(made, at(9))).toEqual([false, false, false]);
    await expectConsistentCalendars(made);
  });

  it("is rejected, with the next common slots, while one host is busy", async () => {
    const made = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(made, "COLLECTIVE", { length: 60 });
    const [, second, third] = made.hosts;
    await book(second, await makeEventType(second), { start: at(9) });
    if (third) await book(third, await makeEventType(third), { start: at(10) });
    const body = bookingRequest(eventType.id, { start: at(9) });
    const nextSlots = [at(11), at(12), at(13)];
    expect(await callEndpoint("bookings.create", made.owner, { body })).toMatchObject({
      status: 409,
      json: { rule: "busy", nextSlots },
    });
    expect(await areHostsFree(made, at(9))).toEqual([true, false, true]);
  });

  it("succeeds once in concurrent requests, also with other bookings of its hosts", async () => {
    const made = await makeTeamOfHosts(3);
    const types = [
      await makeTeamEventType(made, "COLLECTIVE"),
      await makeTeamEventType({ ...made, hosts: [made.hosts[1], made.hosts[0]] }, "COLLECTIVE"),
      await makeTeamEventType(made, "ROUND_ROBIN"),
    ];
    const bodies = Array.from({ length: 12 }, (_, one) =>
      bookingRequest(types[one % 3]?.id ?? 0, { start: at(9) }),
    );
    await Promise.all(bodies.map((body) => callEndpoint("bookings.create", made.owner, { body })));
    await expectConsistentCalendars(made);
    for (const { userId } of made.hosts)
      expect((await Array.fromAsync(queryBookingsOfHost(userId))).flat().length).toBeLessThan(2);
  });

  it("has no host among its guests", async () => {
    const made = await makeCollective();
    const guests = [`host${made.second.userId}@example.com`, "guest@example.com"];
    const body = bookingRequest(made.eventType.id, { start: at(12) });
    const { json } = await callEndpoint("bookings.create", made.owner, {
      body: { ...body, responses: { ...body.responses, guests } },
    });
    expect(Object(json["attendees"])).toHaveLength(2);
  });
});

describe("a change of a collective booking", () => {
  const callAsFirst = (id: string, { first, booking }: Collective, body?: object) =>
    callEndpoint(id, first, { path: path(booking), ...(body && { body }) });

  it("frees the time of all hosts when it is cancelled, and claims it when it is restored", async () => {
    const made = await makeCollective();
    expect((await callAsFirst("bookings.cancel", made)).status).toBe(200);
    expect(await areHostsFree(made, at(9))).toEqual([true, true, true]);
    expect((await callAsFirst("bookings.update", made, { status: "ACCEPTED" })).status).toBe(200);
    expect(await areHostsFree(made, at(9))).toEqual([false, false, false]);
    await expectConsistentCalendars(made);
  });

  it("moves the time of all hosts, or of none", async () => {
    const made = await makeCollective();
    const { second } = made;
    await book(second, await makeEventType(second), { start: at(11) });
    expect(await callAsFirst("bookings.update", made, { start: at(11), end: at(12) })).toMatchObject({
      status: 409,
      json: { rule: "busy" },
    });
    expect(await areHostsFree(made, at(9))).toEqual([false, false, false]);
    expect((await callAsFirst("bookings.update", made, { start: at(13), end: at(14) })).status).toBe(200);
    expect(await areHostsFree(made, at(9))).toEqual([true, true, true]);
    expect(await areHostsFree(made, at(13))).toEqual([false, false, false]);
    expect(await callAsFirst("bookings.update", made, { start: at(1), end: at(13) })).toMatchObject({
      status: 400,
      json: { code: "booking_too_long" },
    });
    await expectConsistentCalendars(made);
  });

  it("can be rescheduled to an event type of another one of its hosts, whose time then counts as free", async () => {
    const { booking, first, second } = await makeCollective();
    const { id: eventTypeId } = await makeEventType(second, { length: 60, bookableBy: "anyone" });
    const query = { eventTypeId, start: at(9), end: at(11), rescheduleUid: booking.uid };
    expect((await callEndpoint("slots.list", first, { query })).json).toEqual({
      slots: { "2031-03-04": [{ time: at(9) }, { time: at(10) }] },
    });
    const body = bookingRequest(eventTypeId, { start: at(9), rescheduleUid: booking.uid });
    expect(await callEndpoint("bookings.create", first, { body })).toMatchObject({ status: 200 });
  });

  it("is rescheduled for all hosts, who can read both", async () => {
    const made = await makeCollective();
    const { first, second, eventType, booking } = made;
    const moved = await reschedule(first, eventType, { start: at(9), rescheduleUid: booking.uid });
    const later = await reschedule(first, eventType, { start: at(15), rescheduleUid: moved.uid });
    const { json } = await callEndpoint("bookings.list", second);
    expect(await areHostsFree(made, at(9))).toEqual([true, true, true]);
    expect(json["bookings"]).toMatchObject([
      { status: "CANCELLED" },
      { status: "CANCELLED" },
      { id: later.id, status: "ACCEPTED" },
    ]);
    await expectConsistentCalendars(made);
  });

  it("to another list of hosts frees the time of former hosts", async () => {
    const made = await makeCollective();
    const { owner, first, eventType, booking } = made;
    const hosts = [{ userId: first.userId }];
    await callEndpoint("event-types.update", owner, { path: path(eventType), body: { hosts } });
    clock.time += 6_000;
    await reschedule(first, eventType, { start: at(9), rescheduleUid: booking.uid });
    expect(await areHostsFree(made, at(9))).toEqual([false, true, true]);
    await expectConsistentCalendars(made);
  });

  it("by closing the account of any of its hosts is a cancellation", async () => {
    const made = await makeCollective();
    expect(await closeAccount(OPERATOR, made.second.userId)).toBe(1);
    expect((await areHostsFree(made, at(9)))[0]).toBe(true);
    const { json } = await callEndpoint("bookings.get", made.first, { path: path(made.booking) });
    expect(json["booking"]).toMatchObject({ status: "CANCELLED" });
  });
});

it("a reservation of a collective event type has the time of all hosts until it is booked or deleted", async () => {
  const made = await makeTeamOfHosts(3);
  const eventType = await makeTeamEventType(made, "COLLECTIVE");
  const { uid } = await reserve(made.owner, eventType, { start: at(9) });
  expect(await areHostsFree(made, at(9))).toEqual([false, false, false]);
  expect(
    (await callEndpoint("reservations.delete", made.hosts[2] ?? made.owner, { path: { uid } })).status,
  ).toBe(200);
  expect(await areHostsFree(made, at(9))).toEqual([true, true, true]);
  const second = await reserve(made.owner, eventType, { start: at(9) });
  await book(made.owner, eventType, { start: at(9), reservationUid: second.uid });
  expect(await areHostsFree(made, at(9))).toEqual([false, false, false]);
  await expectConsistentCalendars(made);
});
