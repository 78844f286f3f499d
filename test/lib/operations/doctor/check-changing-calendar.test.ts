import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { CounterItem } from "#lib/bookings/limits/counter.ts";
import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import { OPERATOR } from "#lib/caller.ts";
import { remove, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, makeEventType } from "#test/support/builders/builders.ts";
import { at, makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { check, HOUR, makeBooking, START } from "./broken-calendar.ts";

useLocalTable();

describe("the check of a calendar in use", () => {
  it("finds counters of limits that do not match the bookings of all hosts", async () => {
    const team = await makeTeamOfHosts(2);
    const eventType = await makeTeamEventType(team, "ROUND_ROBIN", {
      bookingLimits: { PER_DAY: 3, PER_WEEK: 9 },
    });
    for (const hour of [9, 10]) await book(team.owner, eventType, { start: at(hour) });
    const cancelled = await book(team.owner, eventType, { start: at(11) });
    await cancelBooking(OPERATOR, { id: cancelled.id }, {});
    expect(await check(team.owner)).toEqual([]);
    const [counter] = await queryAll(CounterItem, { eventTypeId: eventType.id });
    if (!counter) throw new Error("the event type has no counter");
    await writeOne(update(CounterItem, counter, { add: { bookings: -1 } }));
    expect(await check(team.owner)).toEqual([
      {
        userId: team.owner.userId,
        part: "counter",
        subject: `PER_DAY 2031-03-04 of event type ${eventType.id}`,
        expected: "bookings: 2, minutes: 60",
        found: "bookings: 1, minutes: 60",
      },
    ]);
  });

  it("finds only real errors in a calendar that changes all the time", async () => {
    const { host, eventType, booking } = await makeBooking({ seatsPerTimeSlot: 9 });
    const plain = await makeEventType(host);
    let isOver = false;
    const bookAndCancel = async (minute: number) => {
      while (!isOver)
        for (const [type, start] of [
          [eventType, START],
          [plain, `2030-03-04T12:${minute}:00Z`],
        ] as const)
          await book(host, type, { start })
            .then(({ id }) => cancelBooking(host, { id }, {}))
            .catch(() => undefined);
    };
    const changing = [10, 20].map(bookAndCancel);
    for (let times = 0; times < 3; times += 1) expect(await check(booking)).toEqual([]);
    const lost = await book(host, plain, { start: "2030-03-04T15:00:00Z" });
    await writeOne(remove(ClaimRow, { userId: host.userId, hour: HOUR + 6 }));
    expect(await check(booking)).toMatchObject([{ expected: `booking ${lost.id}`, found: "nobody" }]);
    isOver = true;
    await Promise.all(changing);
  });
});
