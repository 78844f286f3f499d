import { expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { EventItem } from "#lib/bookings/events/entity.ts";
import { MeetingTrigger } from "#lib/bookings/meeting.ts";
import { runMeetingTimer } from "#lib/bookings/run-meeting-timer.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { addAttendee } from "#test/support/builders/booking-parts.ts";
import { reschedule } from "#test/support/builders/builders.ts";
import type { MeetingScene } from "#test/support/builders/meetings.ts";
import { runContender } from "#test/support/calls/run-contender.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useMeetings } from "./meeting-scenes.ts";

const TRIES = runCount(5);
const { clock, inMinutes, makeScene, pass } = useMeetings();

type Contender = (scene: MeetingScene) => Promise<unknown>;

const startMeeting: Contender = ({ booking: { userId, id: bookingId, startTime: at } }) =>
  runMeetingTimer({ timer: "meeting", userId, bookingId, trigger: "MEETING_STARTED", at });
const change =
  (changes: () => object): Contender =>
  ({ host, booking }) =>
    updateBooking(host, { id: booking.id }, BookingUpdate.parse(changes()));
const cancel: Contender = ({ host, booking }) => cancelBooking(host, { id: booking.id }, {});
const accept = change(() => ({ status: "ACCEPTED" }));
const move = change(() => ({ start: inMinutes(60), end: inMinutes(64) }));

const RACES: { name: string; eventType?: object; contenders: Contender[] }[] = [
  { name: "its timer, twice", contenders: [startMeeting, startMeeting, startMeeting] },
  { name: "a cancellation", contenders: [startMeeting, cancel] },
  { name: "a rejection", contenders: [startMeeting, change(() => ({ status: "REJECTED" }))] },
  { name: "a new time", contenders: [startMeeting, move, startMeeting] },
  { name: "a new end", contenders: [startMeeting, change(() => ({ end: inMinutes(9) }))] },
  {
    name: "a new text and a guest",
    contenders: [
      startMeeting,
      change(() => ({ title: "New" })),
      (scene) => addAttendee(scene.host, scene.booking),
    ],
  },
  {
    name: "its confirmation",
    eventType: { requiresConfirmation: true },
    contenders: [startMeeting, accept, startMeeting],
  },
  { name: "a cancellation that is undone", contenders: [startMeeting, cancel, accept, startMeeting] },
  {
    name: "a reschedule",
    contenders: [
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
    const scenes: MeetingScene[] = [];
    for (let tried = 0; tried < TRIES; tried += 1) {
      const scene = await makeScene(race.eventType, 0);
      scenes.push(scene);
      await Promise.all(race.contenders.map((contender) => runContender(contender, scene)));
      await expectConsistentCalendar(scene.host.userId);
    }
    clock.advance(2 * 3_600);
    await pass(3);
    for (const { host } of scenes)
      for (const booking of await expectConsistentCalendar(host.userId))
        await expectEventsOfPastMeeting(booking);
  },
);
