import { expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { MeetingTrigger } from "#lib/bookings/meeting.ts";
import { runMeetingTimer } from "#lib/bookings/run-meeting-timer.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { addAttendee } from "#test/support/builders/booking-parts.ts";
import { reschedule } from "#test/support/builders/builders.ts";
import type { MeetingSetUp } from "#test/support/builders/meetings.ts";
import { startConcurrentRun } from "#test/support/calls/concurrent-run.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useMeetings } from "./meeting-set-ups.ts";

const TRIES = runCount(5);
const { clock, inMinutes, setUpMeeting, pass } = useMeetings();

type ConcurrentRun = (setUp: MeetingSetUp) => Promise<unknown>;

const startMeeting: ConcurrentRun = ({ booking: { userId, id: bookingId, startTime: at } }) =>
  runMeetingTimer({ timer: "meeting", userId, bookingId, trigger: "MEETING_STARTED", at });
const change =
  (changes: () => object): ConcurrentRun =>
  ({ host, booking }) =>
    updateBooking(host, { id: booking.id }, BookingUpdate.parse(changes()));
const cancel: ConcurrentRun = ({ host, booking }) => cancelBooking(host, { id: booking.id }, {});
const accept = change(() => ({ status: "ACCEPTED" }));
const move = change(() => ({ start: inMinutes(60), end: inMinutes(64) }));

const RACES: { name: string; eventType?: object; concurrentRuns: ConcurrentRun[] }[] = [
  { name: "its timer, twice", concurrentRuns: [startMeeting, startMeeting, startMeeting] },
  { name: "a cancellation", concurrentRuns: [startMeeting, cancel] },
  { name: "a rejection", concurrentRuns: [startMeeting, change(() => ({ status: "REJECTED" }))] },
  { name: "a new time", concurrentRuns: [startMeeting, move, startMeeting] },
  { name: "a new end", concurrentRuns: [startMeeting, change(() => ({ end: inMinutes(9) }))] },
  {
    name: "a new text and a guest",
    concurrentRuns: [
      startMeeting,
      change(() => ({ title: "New" })),
      (setUp) => addAttendee(setUp.host, setUp.booking),
    ],
  },
  {
    name: "its confirmation",
    eventType: { requiresConfirmation: true },
    concurrentRuns: [startMeeting, accept, startMeeting],
  },
  { name: "a cancellation that is undone", concurrentRuns: [startMeeting, cancel, accept, startMeeting] },
  {
    name: "a reschedule",
    concurrentRuns: [
      startMeeting,
      ({ host, eventType, booking }) =>
        reschedule(host, eventType, { start: inMinutes(60), rescheduleUid: booking.uid }),
    ],
  },
];

type Event = Stored<typeof EventItem>;
const listEvents = async ({ id, userId }: StoredBooking): Promise<Event[]> =>
  (await queryAll(EventItem, { userId })).filter(({ bookingId }) => bookingId === id);

/** Returns the trigger and time of a meeting event as text, and nothing for other events. */
function describeMeetingEvent({ trigger, payload }: Event): string[] {
  const { startTime, endTime } = JSON.parse(payload);
  if (!MeetingTrigger.safeParse(trigger).success) return [];
  return [`${trigger} ${trigger === "MEETING_STARTED" ? startTime : endTime}`];
}

/** Requires the events of the start and end of an accepted booking, each once, and of any other no end, and no start as its last event. */
async function expectEventsOfPastMeeting(booking: StoredBooking): Promise<void> {
  const events = await listEvents(booking);
  const meetingEvents = events.flatMap(describeMeetingEvent);
  expect(new Set(meetingEvents).size).toBe(meetingEvents.length);
  const { status, startTime, endTime } = booking;
  if (status === "ACCEPTED") {
    const times = [`MEETING_STARTED ${startTime}`, `MEETING_ENDED ${endTime}`];
    return expect(meetingEvents).toEqual(expect.arrayContaining(times));
  }
  const [last] = events.toSorted((one, other) => other.sequence - one.sequence);
  // A rescheduled booking has no event of its cancellation: the new booking has the event of the reschedule.
  if (last && !booking.rescheduled) expect(describeMeetingEvent(last)).toEqual([]);
  expect(meetingEvents.filter((text) => text.startsWith("MEETING_ENDED"))).toEqual([]);
}

it.for(RACES)(
  "a meeting that starts at the same moment as $name has the events of some sequential order",
  { timeout: timeoutFor(TRIES) },
  async (race) => {
    const setUps: MeetingSetUp[] = [];
    for (let tried = 0; tried < TRIES; tried += 1) {
      const setUp = await setUpMeeting(race.eventType, 0);
      setUps.push(setUp);
      await Promise.all(race.concurrentRuns.map((concurrentRun) => startConcurrentRun(concurrentRun, setUp)));
      await expectConsistentCalendar(setUp.host.userId);
    }
    clock.advance(2 * 3_600);
    await pass(3);
    for (const { host } of setUps)
      for (const booking of await expectConsistentCalendar(host.userId))
        await expectEventsOfPastMeeting(booking);
  },
);
