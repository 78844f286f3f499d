import { expect } from "vitest";
import type { AwsEndpoint } from "#infra/local/aws/types.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { MeetingTrigger } from "#lib/bookings/meeting.ts";
import type { Caller } from "#lib/caller.ts";
import type { EventType } from "#lib/event-types/schema.ts";
import { EventItem } from "#lib/events/entity.ts";
import { queryAll } from "#lib/table/query.ts";
import { sweep } from "#lib/workers/sweep.ts";
import type { ManualClock } from "#test/support/clock/manual-clock.ts";
import { deliveryQueues } from "#test/support/cloud/delivery-queues.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { book, makeEventType, makeHost } from "./builders.ts";

/** A host with one booking. */
export interface MeetingScene {
  host: Caller;
  eventType: EventType;
  booking: StoredBooking;
}

/** Minutes from when a scene is made until its meeting begins, and how long that is. */
const AHEAD = 2;
const LENGTH = 4;

const MINUTE = 60;
const STEP = 5;

/** Meetings by a clock that is moved by hand, with the sweep of every minute and the timers it sets. */
export function simulateMeetings(clock: ManualClock, aws: () => AwsEndpoint) {
  const { runTimers } = deliveryQueues(aws);
  /** The instant so many minutes from now. */
  const inMinutes = (minutes: number): string => new Date(clock.now() + minutes * 60_000).toISOString();
  /** Does what every timer was set for that has gone off. */
  const runAll = async (): Promise<void> => {
    while ((await runTimers()) > 0);
  };
  return {
    inMinutes,
    runAll,
    /** Books a meeting of four minutes that begins in two. */
    async makeScene(eventType: object = {}, minutes = AHEAD): Promise<MeetingScene> {
      const host = await makeHost();
      const made = await makeEventType(host, { length: LENGTH, ...eventType });
      return { host, eventType: made, booking: await book(host, made, { start: inMinutes(minutes) }) };
    },
    /** Lets so many minutes pass: each begins with a sweep, and timers go off at their time. */
    async pass(count: number): Promise<void> {
      for (let minute = 0; minute < count; minute += 1) {
        await sweep();
        for (let second = 0; second < MINUTE; second += STEP) {
          await runAll();
          clock.advance(STEP);
        }
      }
      await runAll();
    },
  };
}

/** What was told of the meetings of a host, in order: the trigger, and when. */
export async function listMeetingEvents({ userId }: { userId: number }): Promise<[MeetingTrigger, string][]> {
  const events = await queryAll(EventItem, { userId });
  return events
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.sequence - other.sequence)
    .flatMap(({ trigger, createdAt }) => {
      const { success, data } = MeetingTrigger.safeParse(trigger);
      return success ? [[data, createdAt] satisfies [MeetingTrigger, string]] : [];
    });
}

/** Requires these events of a scene, each no earlier than its instant and at most a minute later. */
export async function expectMeetingEvents(
  { host }: MeetingScene,
  expected: readonly [trigger: MeetingTrigger, at: string][],
): Promise<void> {
  const told = await listMeetingEvents(host);
  expect(told.map(([trigger]) => trigger)).toEqual(expected.map(([trigger]) => trigger));
  for (const [at, [, createdAt]] of told.entries()) {
    const late = Date.parse(createdAt) - Date.parse(expected[at]?.[1] ?? "");
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(60_000);
  }
  await expectConsistentCalendar(host.userId);
}
