import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import { externalMinutes } from "#lib/calendar/claims/external-minutes.ts";
import { BusyTimesItem, CalendarsOfUser } from "#lib/calendar/external/entity.ts";
import { projectBusyTimes } from "#lib/calendar/external/project-busy-times.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { instantOf } from "#lib/platform/minutes.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { countOutcomes } from "#test/support/builders/calendar.ts";
import { type Busy, connectPushed } from "#test/support/builders/calendars.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { cancelled } from "#test/support/table/aws-errors.ts";
import { afterNextTransaction, beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";
import { putBusy } from "./put-busy.ts";

useLocalTable();
beforeEach(() => setClock(() => Date.parse("2031-03-01T12:00:00Z")));

const RUNS = runCount(3);
const HOURS = 12;
const ODD = Array.from({ length: HOURS / 2 }, (_, at) => 2 * at + 1);
const EVEN = ODD.map((hour) => hour - 1);
const BUSY = "no_available_users_found_error";
const at = (hour: number, minutes = 0): string =>
  new Date(Date.parse("2031-03-04T06:00:00Z") + (hour * 60 + minutes) * 60_000).toISOString();
const HALF_HOURS: Busy[] = Array.from({ length: HOURS }, (_, hour) => ({
  start: at(hour, 30),
  end: at(hour + 1),
}));

const push = (host: Caller, id: number, busy: readonly Busy[]) =>
  putBusy(host, id, { from: at(0), to: at(HOURS), busy });

/** Whether a command stores the busy times of a calendar. */
const isStoringBusyTimes = (command: object): boolean =>
  command instanceof TransactWriteCommand &&
  (command.input.TransactItems ?? []).some(({ Put }) => Put?.Item?.["entity"] === BusyTimesItem.name);

/** The busy times in the claim rows of a host. */
async function busyInRows({ userId }: Caller): Promise<Busy[]> {
  const rows = await queryAll(ClaimRow, { userId });
  return rows
    .flatMap((row) => externalMinutes(row))
    .map(({ from, to }) => ({ start: instantOf(from), end: instantOf(to) }));
}

describe("busy times that arrive while their times are booked", () => {
  it(
    "are never booked by a request that begins after they were acknowledged, and before by one of both",
    async () => {
      for (let run = 0; run < RUNS; run += 1) {
        const host = await makeHost();
        const eventType = await makeEventType(host);
        const { calendarId } = await connectPushed(host);
        const bookAll = (minutes: number, hours: readonly number[]) =>
          countOutcomes(hours.map((hour) => book(host, eventType, { start: at(hour, minutes) })));
        const [early] = await Promise.all([bookAll(30, EVEN), push(host, calendarId, HALF_HOURS)]);
        expect((early["won"] ?? 0) + (early[BUSY] ?? 0)).toBe(EVEN.length);
        expect(await bookAll(15, [...EVEN, ...ODD])).toEqual({ [BUSY]: HOURS });
        expect(await bookAll(0, [...EVEN, ...ODD])).toEqual({ won: HOURS });
        expect(await busyInRows(host)).toEqual(HALF_HOURS);
      }
    },
    timeoutFor(RUNS),
  );

  it("are not booked either if they arrive after the busy minutes of the hour were read", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const { calendarId } = await connectPushed(host);
    await push(host, calendarId, [{ start: at(0, 30), end: at(1) }]);
    // The first transaction of the booking reads the busy minutes of the hour, which are others than its own.
    beforeNextTransaction(async () =>
      beforeNextTransaction(() => push(host, calendarId, [{ start: at(0), end: at(1) }])),
    );
    expect(await countOutcomes([book(host, eventType, { start: at(0) })])).toEqual({ [BUSY]: 1 });
  });

  it(
    "of two calendars of one host are both in the claim rows",
    async () => {
      const host = await makeHost();
      const [{ calendarId: one }, { calendarId: other }] = [
        await connectPushed(host),
        await connectPushed(host),
      ];
      const quarters = HALF_HOURS.map(({ start }, hour) => ({ start: at(hour, 15), end: start }));
      const both = HALF_HOURS.map(({ end }, hour) => ({ start: at(hour, 15), end }));
      for (let run = 0; run < RUNS; run += 1) {
        await Promise.all([push(host, one, HALF_HOURS), push(host, other, quarters)]);
        expect(await busyInRows(host)).toEqual(both);
        await Promise.all([push(host, one, []), push(host, other, [])]);
        expect(await busyInRows(host)).toEqual([]);
      }
    },
    timeoutFor(RUNS),
  );
});

describe("many changes of a host's calendars at the same time", () => {
  it("don't prevent a change of one calendar, however often others change", async () => {
    const host = await makeHost();
    const { calendarId } = await connectPushed(host);
    const others = 20;
    let changes = 0;
    interceptInTest(async ({ command, send }) => {
      if (isStoringBusyTimes(command) && changes < others) {
        changes += 1;
        await writeOne(update(CalendarsOfUser, host, { add: { revision: 1 } }));
      }
      return send();
    });
    await push(host, calendarId, HALF_HOURS);
    expect(changes).toBe(1);
    expect(await busyInRows(host)).toEqual(HALF_HOURS);
  });

  it("are projected by one of them: another one that conflicts with it sends nothing again", async () => {
    const host = await makeHost();
    const { calendarId } = await connectPushed(host);
    expect(await stopAfterWrites(1, () => push(host, calendarId, HALF_HOURS))).toBe(true);
    let sent = 0;
    const end = interceptInTest(async ({ command, send }) => {
      if (!(command instanceof TransactWriteCommand)) return send();
      sent += 1;
      end();
      await projectBusyTimes(host.userId);
      interceptInTest((call) => {
        if (call.command instanceof TransactWriteCommand) sent += 1;
        return call.send();
      });
      throw cancelled({ Code: "TransactionConflict" });
    });
    await projectBusyTimes(host.userId);
    expect(sent).toBe(1);
    expect(await busyInRows(host)).toEqual(HALF_HOURS);
  });
});

describe("a change of busy times that stops half-way", () => {
  it("never overwrites a later one", async () => {
    const host = await makeHost();
    const { calendarId } = await connectPushed(host);
    await stopAfterWrites(1, () => push(host, calendarId, HALF_HOURS));
    beforeNextTransaction(() => push(host, calendarId, HALF_HOURS.slice(1)));
    await projectBusyTimes(host.userId);
    expect(await busyInRows(host)).toEqual(HALF_HOURS.slice(1));
  });

  it("is completed by another one that projects only its own range", async () => {
    const host = await makeHost();
    const { calendarId } = await connectPushed(host);
    const [first, ...others] = HALF_HOURS;
    afterNextTransaction(async () => {
      await projectBusyTimes(host.userId);
      const later = { from: at(1), to: at(HOURS), busy: others };
      await stopAfterWrites(1, () => putBusy(host, calendarId, later));
    });
    await putBusy(host, calendarId, { from: at(0), to: at(1), busy: first ? [first] : [] });
    expect(await busyInRows(host)).toEqual(HALF_HOURS);
  });

  it("is completed by its repetition before the response", async () => {
    const host = await makeHost();
    const { calendarId } = await connectPushed(host);
    const path = { id: String(calendarId) };
    const body = { from: at(0), to: at(HOURS), busy: HALF_HOURS };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "repeated" };
    const request = () => callEndpoint("calendars.put-busy", host, { path, body, headers });
    await stopAfterWrites(1, request);
    expect(await busyInRows(host)).toEqual([]);
    expect(await request()).toMatchObject({ status: 200 });
    expect(await busyInRows(host)).toEqual(HALF_HOURS);
  });

  it("fails, also if its result is recorded", async () => {
    const host = await makeHost();
    const { calendarId } = await connectPushed(host);
    const path = { id: String(calendarId) };
    const body = { from: at(0), to: at(HOURS), busy: HALF_HOURS };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "conflicting" };
    const end = interceptInTest(({ command, send }) => {
      if (!(command instanceof TransactWriteCommand) || isStoringBusyTimes(command)) return send();
      throw cancelled({ Code: "TransactionConflict" });
    });
    const request = () => callEndpoint("calendars.put-busy", host, { path, body, headers });
    expect(await request()).toMatchObject({ status: 503, json: { code: "temporarily_unavailable" } });
    end();
    expect(await request()).toMatchObject({ status: 200 });
    expect(await busyInRows(host)).toEqual(HALF_HOURS);
  });

  it("is completed by the next one, after any number of writes", async () => {
    // A day and a half of hours needs more than one transaction.
    const long = { from: at(0), to: at(60), busy: [{ start: at(0, 10), end: at(60) }] };
    for (let writes = 0; ; writes += 1) {
      const host = await makeHost();
      const { calendarId } = await connectPushed(host);
      const isStopped = await stopAfterWrites(writes, () => putBusy(host, calendarId, long));
      await projectBusyTimes(host.userId);
      const isStored = writes > 0 || !isStopped;
      expect((await busyInRows(host)).length).toBe(isStored ? 60 : 0);
      if (!isStopped) break;
    }
  });
});
