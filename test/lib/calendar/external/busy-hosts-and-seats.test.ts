import { describe, expect, it } from "vitest";
import { createReservation } from "#lib/bookings/reservations/create.ts";
import { ReservationCreate } from "#lib/bookings/reservations/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { makeEventType } from "#test/support/builders/builders.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import {
  at,
  bookAndGetHostId,
  expectConsistentCalendars,
  idsOf,
  makeTeamEventType,
  makeTeamOfHosts,
  tryToBook,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { cancel, change, create } from "#test/support/calls/booking-calls.ts";
import { bookingLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";

const clock = useHostsTable();

/** Makes a host busy on the 4th, by default from 9 to 10. */
async function makeBusy(host: Caller, { start = at(9), end = at(10) } = {}): Promise<void> {
  const { calendarId } = await connectPushed(host);
  const busy = [{ start, end }];
  await pushBusy(host, calendarId, { from: at(0), to: at(0, 5), busy });
}

const halfPast = (hour: number): string => at(hour).replace(":00:", ":30:");

const rejected = { status: 409, json: { code: "no_available_users_found_error", rule: "busy" } };

describe("a team whose host is busy in another calendar", () => {
  it("gives bookings to its other hosts in turn", async () => {
    const made = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    await makeBusy(made.hosts[0]);
    const bookings = [];
    for (const hour of [9, 9]) bookings.push(await bookAndGetHostId(made, eventType, at(hour)));
    expect(bookings).toEqual(idsOf(made.hosts).slice(1));
    expect(await tryToBook(made, eventType, at(9))).toMatchObject(rejected);
    expect(await bookAndGetHostId(made, eventType, at(10))).toBe(made.hosts[0].userId);
    await expectConsistentCalendars(made);
  });

  it("gives the host bookings that end when the busy time starts, or start when it ends", async () => {
    const made = await makeTeamOfHosts(2);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", {
      fields: [{ priority: 4 }],
    });
    const [host] = made.hosts;
    await makeBusy(host, { start: halfPast(9), end: at(10) });
    await makeBusy(host, { start: at(11), end: halfPast(11) });
    for (const start of [at(9), halfPast(11)])
      expect(await bookAndGetHostId(made, eventType, start)).toBe(host.userId);
  });

  it("can't have a booking of all hosts then", async () => {
    const made = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(made, "COLLECTIVE");
    await makeBusy(made.hosts[1]);
    expect(await tryToBook(made, eventType, at(9))).toMatchObject(rejected);
    expect(await tryToBook(made, eventType, at(10))).toMatchObject({ status: 200 });
    await expectConsistentCalendars(made);
  });
});

describe("a start with seats", () => {
  it("has no first booking over a busy time, but more bookings if the busy time came later", async () => {
    const { owner: host } = await makeTeamOfHosts(0);
    const { id } = await makeEventType(host, { seatsPerTimeSlot: 3 });
    const first = await create(host, id, { start: at(9) });
    await makeBusy(host);
    const second = await create(host, id, { start: at(9) });
    for (const answer of [first, second]) expect(answer).toMatchObject({ status: 200 });
    for (const { json } of [first, second]) await cancel(host, json["id"]);
    expect(await create(host, id, { start: at(9) })).toMatchObject(rejected);
    await expectConsistentCalendar(host.userId);
  });

  it("has no first booking over a busy time that came after its only reservation, which has expired", async () => {
    const { owner: host } = await makeTeamOfHosts(0);
    const { id: eventTypeId } = await makeEventType(host, { seatsPerTimeSlot: 3 });
    await createReservation(host, ReservationCreate.parse({ eventTypeId, start: at(9) }));
    await makeBusy(host);
    clock.time += 3_600_000;
    expect(await create(host, eventTypeId, { start: at(9) })).toMatchObject(rejected);
    await expectConsistentCalendar(host.userId);
  });
});

describe("a cancelled booking", () => {
  it("can't be accepted again over a busy time, except with ignoreAvailability", async () => {
    const { owner: host } = await makeTeamOfHosts(0);
    const { id: eventTypeId } = await makeEventType(host);
    const { json } = await create(host, eventTypeId, { start: at(9) });
    const { id } = json;
    await cancel(host, id);
    await makeBusy(host);
    expect(await change(host, id, { status: "ACCEPTED" })).toMatchObject(rejected);
    const body = { status: "ACCEPTED", ignoreAvailability: true };
    expect(await change(host, id, body)).toMatchObject({ status: 200 });
    await expectConsistentCalendar(host.userId);
  });
});

describe("an import", () => {
  it("takes bookings over busy times, because they are agreed", async () => {
    const { owner: host } = await makeTeamOfHosts(0);
    const { id: eventTypeId } = await makeEventType(host);
    await makeBusy(host);
    const line = bookingLine({ id: 90_000, userId: host.userId, eventTypeId, start: Date.parse(at(9)) });
    const { rejectedLines } = await importLines([line]);
    expect(rejectedLines).toEqual([]);
    expect(await checkClaims(OPERATOR, host.userId)).toEqual([]);
  });
});
