import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "vitest";
import { BookingItem } from "#lib/bookings/entity.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { DUE_SHARDS } from "#lib/storage/timers/due.ts";
import { runTimer, type Timer } from "#lib/workers/run-timer.ts";
import { sweep } from "#lib/workers/sweep.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { listMeetingEvents } from "#test/support/builders/meetings.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

const { clock, takeTimers } = useDeliveries();

const MEETINGS = 60;
let nextId = DUE_SHARDS.meetings;
/** The shard of the current test. */
let shard = 0;

/** Seeds meetings that start now, all in one shard. Returns their host. */
async function seedMeetings(count = MEETINGS): Promise<{ userId: number }> {
  const { userId } = await makeHost();
  const startTime = new Date(clock.now()).toISOString();
  const changes = () => {
    nextId += DUE_SHARDS.meetings;
    const id = nextId + shard;
    return { id, startTime, status: "ACCEPTED", nextMeetingTrigger: "MEETING_STARTED" } as const;
  };
  await seedBookings({ hosts: [userId], count, changes });
  return { userId };
}

const bookingsIn = (timers: readonly Timer[]): number[] =>
  timers.flatMap((timer) =>
    timer.timer === "meeting" && timer.bookingId % DUE_SHARDS.meetings === shard ? [timer.bookingId] : [],
  );
const sweepsIn = (timers: readonly Timer[]): Timer[] =>
  timers.filter((timer) => timer.timer === "sweep" && timer.shard === shard);

/** Runs all timers of sweeps, and returns the others. */
async function runSweeps(timers: readonly Timer[]): Promise<Timer[]> {
  const others = timers.filter(({ timer }) => timer !== "sweep");
  const sweeps = sweepsIn(timers);
  for (const timer of sweeps) await runTimer(timer);
  return sweeps.length === 0 ? others : [...others, ...(await runSweeps(await takeTimers()))];
}

beforeEach(() => {
  shard += 1;
});

describe("a shard with more than one page of due work", () => {
  test("is continued by a message, and all its timers are set once", async () => {
    await seedMeetings();
    await sweep();
    const timers = await takeTimers();
    expect(sweepsIn(timers)).toMatchObject([{ kind: "meetings", shard }]);
    expect(bookingsIn(timers)).toHaveLength(25);
    const all = bookingsIn(await runSweeps(timers));
    expect(all).toHaveLength(MEETINGS);
    expect(new Set(all).size).toBe(MEETINGS);
  });

  test("is continued by the next sweep if the message is lost", async () => {
    await seedMeetings();
    const found: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await sweep();
      found.push(...bookingsIn(await takeTimers()));
      clock.advance(60);
    }
    expect(found).toHaveLength(MEETINGS);
    expect(new Set(found).size).toBe(MEETINGS);
  });

  test("is left to the next sweep by a message that arrives after its start", async () => {
    await seedMeetings();
    await sweep();
    const [late] = sweepsIn(await takeTimers());
    clock.advance(60);
    if (late) await runTimer(late);
    expect(bookingsIn(await takeTimers())).toEqual([]);
  });

  test("has each event once, although two sweeps run at the same time", async () => {
    const host = await seedMeetings();
    await Promise.all([sweep(), sweep()]);
    for (const timer of await runSweeps(await takeTimers())) await runTimer(timer);
    expect(await listMeetingEvents(host)).toHaveLength(MEETINGS);
  });

  test("takes few messages between two sweeps, even if each page takes seconds", async () => {
    await seedMeetings();
    await sweep();
    interceptInTest(async ({ command, send }) => {
      if (command instanceof QueryCommand) clock.advance(4);
      return send();
    });
    let messages = 0;
    for (let timers = await takeTimers(); sweepsIn(timers).length > 0; timers = await takeTimers()) {
      messages += 1;
      for (const timer of sweepsIn(timers)) await runTimer(timer);
    }
    // Lambda stops a chain of 16 calls of one function through a queue.
    expect(messages).toBeLessThan(16);
  });
});

test("a shard with one page needs no message", async () => {
  await seedMeetings(3);
  await sweep();
  const timers = await takeTimers();
  expect(bookingsIn(timers)).toHaveLength(3);
  expect(sweepsIn(timers)).toEqual([]);
});

describe("an item that can't be read", () => {
  test("fails the sweep of its shard, but delays no other item in it", async () => {
    const { userId } = await seedMeetings();
    const bookings = await queryAll(BookingItem, { userId });
    const [broken] = bookings;
    if (!broken) throw new Error("There is no booking.");
    await tableClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: primaryKey(BookingItem, broken),
        UpdateExpression: "SET json = :json",
        ExpressionAttributeValues: { ":json": '{"form":0,"nextMeetingTrigger":"OF_A_LATER_RELEASE"}' },
      }),
    );
    await expect(sweep()).rejects.toThrow(AggregateError);
    const found = bookingsIn(await runSweeps(await takeTimers()));
    expect(found.toSorted((one, other) => one - other)).toEqual(bookings.slice(1).map(({ id }) => id));
  });
});
