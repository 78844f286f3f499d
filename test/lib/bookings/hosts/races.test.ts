import { expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { OPERATOR } from "#lib/caller.ts";
import { bookingRequest, makeEventType } from "#test/support/builders/builders.ts";
import {
  expectConsistentCalendars,
  makeTeamEventType,
  makeTeamOfHosts,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { HandlerResponse } from "#test/support/calls/invoke.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";

useHostsTable();

const RUNS = runCount(1);
const HOUR = 3_600_000;
const FIRST = Date.parse("2031-03-04T00:00:00Z");
/** Returns the start of a round. Each round has a separate hour. */
const startOf = (round: number): string => new Date(FIRST + round * HOUR).toISOString();

const tryToBook = (caller: Caller, eventTypeId: number, start: string): Promise<HandlerResponse> =>
  callEndpoint("bookings.create", caller, { body: bookingRequest(eventTypeId, { start }) });
const succeeded = (answers: readonly HandlerResponse[]): HandlerResponse[] =>
  answers.filter(({ status }) => status === 200);

it(
  "parallel round-robin bookings of one start: as many succeed as there are hosts, each with another host",
  async () => {
    const made = await makeTeamOfHosts(3);
    const { id } = await makeTeamEventType(made, "ROUND_ROBIN");
    for (let round = 0; round < RUNS; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => tryToBook(made.owner, id, startOf(round))),
      );
      const hosts = succeeded(answers).map(({ json }) => json["userId"]);
      expect(new Set(hosts)).toEqual(new Set(made.hosts.map(({ userId }) => userId)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409]);
    }
    await expectConsistentCalendars(made);
  },
  timeoutFor(RUNS),
);

it(
  "parallel collective bookings and a booking of one host alone: exactly one succeeds",
  async () => {
    const made = await makeTeamOfHosts(3);
    const { id } = await makeTeamEventType(made, "COLLECTIVE");
    const [, second] = made.hosts;
    const own = await makeEventType(second);
    for (let round = 0; round < RUNS; round += 1) {
      const start = startOf(round);
      const answers = await Promise.all([
        tryToBook(made.owner, id, start),
        tryToBook(second, own.id, start),
        tryToBook(made.owner, id, start),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    }
    await expectConsistentCalendars(made);
  },
  timeoutFor(RUNS),
);

it(
  "a collective booking that is cancelled while its hosts are booked leaves no time claimed",
  async () => {
    const made = await makeTeamOfHosts(3);
    const { id } = await makeTeamEventType(made, "COLLECTIVE");
    const [first, second] = made.hosts;
    const [ofFirst, ofSecond] = [await makeEventType(first), await makeEventType(second)];
    for (let round = 0; round < RUNS; round += 1) {
      const start = startOf(round);
      const { json } = await tryToBook(made.owner, id, start);
      const [cancelled, ...booked] = await Promise.all([
        callEndpoint("bookings.cancel", OPERATOR, { path: { id: String(json["id"]) } }),
        tryToBook(second, ofSecond.id, start),
        tryToBook(first, ofFirst.id, start),
      ]);
      expect(cancelled.status).toBe(200);
      expect(booked.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const late = await tryToBook(second, ofSecond.id, start);
      expect([booked[0].status, late.status].toSorted()).toEqual([200, 409]);
    }
    await expectConsistentCalendars(made);
  },
  timeoutFor(RUNS),
);

it("the time of a collective booking is busy for each of its hosts", async () => {
  const made = await makeTeamOfHosts(3);
  const { id } = await makeTeamEventType(made, "COLLECTIVE");
  expect((await tryToBook(made.owner, id, startOf(0))).status).toBe(200);
  for (const host of made.hosts) {
    const own = await makeEventType(host);
    const { status, json } = await tryToBook(host, own.id, startOf(0));
    expect([status, json["rule"]]).toEqual([409, "busy"]);
  }
});
