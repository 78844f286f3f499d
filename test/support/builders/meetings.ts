import type { AwsEndpoint } from "@almanac/local-cloud";
import type { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { expect } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { MeetingTrigger } from "#lib/bookings/meeting.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { deliveryQueues } from "#test/support/cloud/delivery-queues.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { book, makeEventType, makeHost } from "./builders.ts";

/** A host with one booking. */
export interface MeetingSetUp {
  host: Caller;
  eventType: EventType;
  booking: StoredBooking;
}

/** Minutes until the meeting of a new set-up starts, and its length. */
const AHEAD = 2;
const LENGTH = 4;

const MINUTE = 60;
const STEP = 5;

/** Simulates the sweep of every minute and its timers with a manual clock. */
export function simulateMeetings(clock: ManualClock, aws: () => AwsEndpoint) {
  const { runTimers } = deliveryQueues(aws);
  /** Returns the time after a number of minutes. */
  const inMinutes = (minutes: number): string => new Date(clock.now() + minutes * 60_000).toISOString();
  /** Runs all timers whose time has come. */
  const runAll = async (): Promise<void> => {
    while ((await runTimers()) > 0);
  };
  return {
    inMinutes,
    runAll,
    /** Books a meeting of four minutes that starts in two. */
    async setUpMeeting(eventType: object = {}, minutes = AHEAD): Promise<MeetingSetUp> {
      const host = await makeHost();
      const made = await makeEventType(host, { length: LENGTH, ...eventType });
      return { host, eventType: made, booking: await book(host, made, { start: inMinutes(minutes) }) };
    },
    /** Moves the clock by a number of minutes, each of which starts with a sweep, and runs the timers. */
    async pass(count: number): Promise<void> {
      for (let minute = 0; minute < count; minute += 1) {
        await sweepDueShards();
        for (let second = 0; second < MINUTE; second += STEP) {
          await runAll();
          clock.advance(STEP);
        }
      }
      await runAll();
    },
  };
}

/** Lists the meeting events of a host in order: trigger and time. */
export async function listMeetingEvents({ userId }: { userId: number }): Promise<[MeetingTrigger, string][]> {
  const events = await queryAll(EventItem, { userId });
  return events
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.sequence - other.sequence)
    .flatMap(({ trigger, createdAt }) => {
      const { success, data } = MeetingTrigger.safeParse(trigger);
      return success ? [[data, createdAt] satisfies [MeetingTrigger, string]] : [];
    });
}

/** Requires these events of a set-up, each at its time or at most a minute later. */
export async function expectMeetingEvents(
  { host }: MeetingSetUp,
  expected: readonly [trigger: MeetingTrigger, at: string][],
): Promise<void> {
  const events = await listMeetingEvents(host);
  expect(events.map(([trigger]) => trigger)).toEqual(expected.map(([trigger]) => trigger));
  for (const [at, [, createdAt]] of events.entries()) {
    const delay = Date.parse(createdAt) - Date.parse(expected[at]?.[1] ?? "");
    expect(delay).toBeGreaterThanOrEqual(0);
    expect(delay).toBeLessThanOrEqual(60_000);
  }
  await expectConsistentCalendar(host.userId);
}
