import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { queryBookingsOfHost } from "#lib/bookings/bookings-of-host.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { bookingRequest } from "#test/support/builders/builders.ts";
import {
  at,
  makeTeamEventType,
  makeTeamOfHosts,
  type TeamOfHosts,
  tryToBook,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";

useHostsTable();

/**
 * Books; after 503 the same request is sent again with the same Idempotency-Key, because it may have succeeded. The claims cause no
 * 503: a host who is not free is a 409 inside the call, and the next host is tried. But 100 concurrent calls send 500 requests to the one
 * process of the local table, and on a busy machine some get no response within the client's timeout.
 */
async function bookPatiently({ owner }: TeamOfHosts, { id }: EventType, start: string): Promise<number> {
  const body = bookingRequest(id, { start });
  const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  for (;;) {
    const answer = await callEndpoint("bookings.create", owner, { body, headers });
    if (answer.status !== 503) return answer.status;
    expect([answer.headers["Retry-After"], answer.json["detail"]]).toEqual([
      "1",
      "The service is busy. Try again.",
    ]);
  }
}

describe("concurrent bookings", () => {
  it("100 bookings fill 5 hosts with 20 free slots each, and the next one is rejected", async () => {
    const made = await makeTeamOfHosts(5);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { length: 60 });
    const starts = Array.from({ length: 100 }, (_, one) => at(one % 20));
    const query = { eventTypeId: eventType.id, start: at(0), end: at(20) };
    const { json } = await callEndpoint("slots.list", made.owner, { query });
    expect(Object(json["slots"])["2031-03-04"]).toEqual(
      starts.slice(0, 20).map((start) => ({ time: start })),
    );
    const statuses = await Promise.all(starts.map((start) => bookPatiently(made, eventType, start)));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    for (const { userId } of made.hosts) expect(await expectConsistentCalendar(userId)).toHaveLength(20);
    expect((await tryToBook(made, eventType, at(9))).json).toMatchObject({
      rule: "busy",
      nextSlots: [at(20), at(21), at(22)],
    });
  });

  it("a fixed host has no two of them", async () => {
    const made = await makeTeamOfHosts(4);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { fields: [{ isFixed: true }] });
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryToBook(made, eventType, at(9))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { userId } of made.hosts) await expectConsistentCalendar(userId);
    const [page] = await Array.fromAsync(queryBookingsOfHost(made.hosts[0].userId));
    expect(page).toHaveLength(1);
  });
});

it("the same booking is created once, even if another host is free", async () => {
  const made = await makeTeamOfHosts(2);
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
  const body = bookingRequest(eventType.id, { start: at(9) });
  const answers = [];
  for (let sent = 0; sent < 2; sent += 1)
    answers.push((await callEndpoint("bookings.create", made.owner, { body })).status);
  expect(answers).toEqual([200, 409]);
});

it("the same booking exists, even if no host is free any more", async () => {
  const made = await makeTeamOfHosts(2);
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
  const body = bookingRequest(eventType.id, { start: at(9) });
  await callEndpoint("bookings.create", made.owner, { body });
  await tryToBook(made, eventType, at(9));
  const codeFor = async (caller: Caller) =>
    (await callEndpoint("bookings.create", caller, { body })).json["code"];
  expect(await codeFor(OPERATOR)).toBe("booking_conflict");
  expect(await codeFor(made.owner)).toBe("no_available_users_found_error");
});
