import { describe, expect, it } from "vitest";
import { DueMeeting, meetingTimers } from "#lib/bookings/due-meeting.ts";
import type { MeetingTimer } from "#lib/bookings/meeting-timer.ts";
import { runMeetingTimer } from "#lib/bookings/run-meeting-timer.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { processDueItems } from "#lib/storage/table/due.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { duePartitions } from "#lib/storage/timers/due.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book } from "#test/support/builders/builders.ts";
import {
  expectMeetingEvents,
  listMeetingEvents,
  type MeetingSetUp,
} from "#test/support/builders/meetings.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { ENDED, STARTED, useMeetings } from "./meeting-set-ups.ts";

const { aws, clock, inMinutes, setUpMeeting, pass, runAll } = useMeetings();

const startTimerOf = ({ userId, id, startTime }: MeetingSetUp["booking"]): MeetingTimer => ({
  timer: "meeting",
  userId,
  bookingId: id,
  trigger: STARTED,
  at: startTime,
});

describe("after an outage", () => {
  it("of hours all events are recorded late, in order, once", async () => {
    const setUps = await Promise.all([setUpMeeting(), setUpMeeting({}, 60)]);
    clock.advance(5 * 3_600);
    const up = inMinutes(0);
    await pass(3);
    for (const { host } of setUps) {
      const recorded = await listMeetingEvents(host);
      expect(recorded.map(([trigger]) => trigger)).toEqual([STARTED, ENDED]);
      expect(recorded.every(([, at]) => at >= up)).toBe(true);
      await expectConsistentCalendar(host.userId);
    }
  });

  it("between setting a timer and moving the booking in the due index, the timer is set twice and records one event", async () => {
    const setUp = await setUpMeeting({}, 1);
    const crash = (due: string) =>
      processDueItems({
        entity: DueMeeting,
        due,
        until: inMinutes(2),
        process: async (items) => {
          await setTimers(items.flatMap(meetingTimers));
          throw new Error("killed");
        },
      });
    await Promise.allSettled(duePartitions("meetings").map(crash));
    await pass(3);
    await expectMeetingEvents(setUp, [[STARTED, setUp.booking.startTime]]);
  });

  it("in which a timer was lost, the event is recorded minutes later", async () => {
    const setUp = await setUpMeeting({}, 0);
    await sweepDueShards();
    const { queues } = aws();
    for (const { receiptHandle } of await queues.receive("timers", { maxMessages: 10 }))
      queues.delete("timers", receiptHandle);
    await pass(3);
    expect(await listMeetingEvents(setUp.host)).toEqual([]);
    await pass(4);
    expect(await listMeetingEvents(setUp.host)).toMatchObject([
      [STARTED, expect.anything()],
      [ENDED, expect.anything()],
    ]);
  });
});

describe("a timer", () => {
  it("that runs many times concurrently records one event", async () => {
    const setUp = await setUpMeeting({}, 0);
    const timer = startTimerOf(setUp.booking);
    await Promise.all(Array.from({ length: 5 }, () => runMeetingTimer(timer)));
    await runMeetingTimer(timer);
    await expectMeetingEvents(setUp, [[STARTED, setUp.booking.startTime]]);
  });

  it("of overlapping sweeps records one event", async () => {
    const setUp = await setUpMeeting({}, 0);
    await Promise.all([sweepDueShards(), sweepDueShards(), sweepDueShards()]);
    await runAll();
    await expectMeetingEvents(setUp, [[STARTED, setUp.booking.startTime]]);
  });

  it("does not change the version of the booking when it is set", async () => {
    const { booking } = await setUpMeeting({}, 1);
    await sweepDueShards();
    expect(await getStoredBooking(booking)).toEqual(booking);
  });

  it("that runs early, because of another clock, is set again", async () => {
    const setUp = await setUpMeeting({}, 1);
    await runMeetingTimer(startTimerOf(setUp.booking));
    await runAll();
    expect(await listMeetingEvents(setUp.host)).toEqual([]);
    clock.advance(60);
    await runAll();
    await expectMeetingEvents(setUp, [[STARTED, setUp.booking.startTime]]);
  });

  it("of a booking that does not exist does nothing", async () => {
    const { booking } = await setUpMeeting();
    await runMeetingTimer(startTimerOf({ ...booking, id: 999_999_999 }));
  });

  it("takes two round trips, and none when the booking is created", async () => {
    const { host, eventType } = await setUpMeeting();
    resetRoundTrips();
    const booking = await book(host, eventType, { start: inMinutes(7) });
    expect(roundTrips().trips).toBe(1);
    clock.advance(420);
    resetRoundTrips();
    await runMeetingTimer(startTimerOf(booking));
    expect(roundTrips().trips).toBe(2);
  });
});

describe("many meetings that end in one minute", () => {
  const count = runCount(14);

  it("many meetings that end in one minute have all their events within a minute, each once", {
    timeout: timeoutFor(count),
  }, async ({ annotate }) => {
    const startTime = inMinutes(1);
    const endTimeOf = (at: number): string =>
      new Date(Date.parse(startTime) + 240_000 + ((at * 1_000) % 60_000)).toISOString();
    const hosts = Array.from({ length: 10 }, (_, at) => 1_000_000 + at);
    await seedBookings({ hosts, count, changes: (at) => ({ startTime, endTime: endTimeOf(at) }) });
    await pass(7);
    const events = (await Promise.all(hosts.map((userId) => queryAll(EventItem, { userId })))).flat();
    expect(events).toHaveLength(2 * count);
    const ends = events.filter(({ trigger }) => trigger === ENDED);
    expect(new Set(ends.map(({ bookingId }) => bookingId)).size).toBe(count);
    const late = ends.map(
      ({ payload, createdAt }) => Date.parse(createdAt) - Date.parse(JSON.parse(payload).endTime),
    );
    await annotate(`${count} meetings ended; recorded ${Math.min(...late)} to ${Math.max(...late)} ms later`);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(60_000);
  });
});
