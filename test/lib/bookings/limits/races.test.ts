import { describe, expect, it } from "vitest";
import { CountedBooking } from "#lib/bookings/limits/counted-booking.ts";
import { setClock } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { cancel, change, create } from "#test/support/calls/booking-calls.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { changeEventType, DONE, expectCounted, idOf, LIMITED, readCounters } from "./limited.ts";

useLocalTable();
const RUNS = runCount(1);
const rounds = Array.from({ length: RUNS }, (_, round) => round);
const at = (slot: number, day = "2031-03-04") =>
  new Date(Date.parse(`${day}T06:00:00Z`) + slot * 1_800_000).toISOString();
const times = <T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, each) => run(each)));

describe("concurrent calls", () => {
  it.each(rounds)(
    "exactly three of twenty bookings of a day with a limit of three succeed (%i)",
    async () => {
      const host = await makeHost();
      const { id } = await makeEventType(host, { bookingLimits: { PER_DAY: 3 } });
      const answers = await times(20, (slot) => create(host, id, { start: at(slot) }));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toEqual(LIMITED);
      expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-04": [3, 90] });
      await expectCounted(host.userId, id);
      await expectConsistentCalendar(host.userId);
    },
    timeoutFor(RUNS),
  );

  it(
    "twenty bookings without a limit that they reach all succeed",
    async () => {
      const host = await makeHost();
      const { id } = await makeEventType(host, {
        bookingLimits: { PER_WEEK: 20 },
        durationLimits: { PER_DAY: 600 },
      });
      expect(await times(20, (slot) => create(host, id, { start: at(slot) }))).toEqual(Array(20).fill(DONE));
      await expectCounted(host.userId, id);
    },
    timeoutFor(RUNS),
  );

  it(
    "bookings of an event type that has just got limits count those it has, once",
    async () => {
      const host = await makeHost();
      const { id } = await makeEventType(host);
      await times(25, (slot) => create(host, id, { start: at(slot) }));
      let clock = Date.now();
      setClock(() => clock);
      await changeEventType(host, id, { bookingLimits: { PER_DAY: 27, PER_MONTH: 27 } });
      clock += 6_000;
      const answers = await times(8, (slot) => create(host, id, { start: at(25 + slot) }));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toEqual(LIMITED);
      expect(await readCounters(id)).toEqual({
        "PER_DAY/2031-03-04": [27, 810],
        "PER_MONTH/2031-03-01": [27, 810],
      });
      await expectCounted(host.userId, id);
    },
    timeoutFor(RUNS),
  );

  it(
    "bookings, moves, cancellations and restorations leave correct counters",
    async () => {
      const host = await makeHost();
      const { id } = await makeEventType(host, { bookingLimits: { PER_DAY: 4, PER_WEEK: 7 } });
      const days = ["2031-03-04", "2031-03-05", "2031-03-06"];
      const made: Awaited<ReturnType<typeof create>>[] = [];
      for (const day of days)
        for (const slot of [0, 1]) made.push(await create(host, id, { start: at(slot, day) }));
      for (const [round] of rounds.entries()) {
        const random = (count: number) => Math.floor(Math.random() * count);
        await times(14, async (one) => {
          const booking = idOf(made[random(made.length)] ?? { json: {} });
          const [start, end] = [at(4 + 2 * one, days[random(3)]), at(5 + 2 * one, days[random(3)])];
          const times = { start, end: new Date(Date.parse(start) + 1_800_000).toISOString() };
          const answer = await [
            () => create(host, id, { start: end }),
            () => cancel(host, booking),
            () => change(host, booking, { status: "ACCEPTED" }),
            () => change(host, booking, { status: "REJECTED" }),
            () => change(host, booking, times),
          ][random(5)]?.();
          if (answer?.status !== 200) expect([answer?.status, round]).toEqual([409, round]);
        });
        await expectCounted(host.userId, id);
        for (const [name, [count]] of Object.entries(await readCounters(id)))
          expect(count).toBeLessThanOrEqual(name.startsWith("PER_DAY") ? 4 : 7);
      }
      await expectConsistentCalendar(host.userId);
    },
    timeoutFor(RUNS * 4),
  );

  it("a booking that is cancelled while existing ones are counted is not counted", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host);
    const made = await times(6, (slot) => create(host, id, { start: at(slot) }));
    let clock = Date.now();
    setClock(() => clock);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 20 } });
    clock += 6_000;
    await Promise.all([
      create(host, id, { start: at(20) }),
      ...made.slice(0, 3).map((booking) => cancel(host, idOf(booking))),
      ...made.slice(3, 5).map((booking) => change(host, idOf(booking), { title: "Another" })),
    ]);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-04": [4, 120] });
    await expectCounted(host.userId, id);
    const moved = await findItem(CountedBooking, { userId: host.userId, id: idOf(made[3] ?? { json: {} }) });
    expect(moved?.countedIn).toHaveLength(1);
  });
});
