import { beforeEach, describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { MeetingTrigger } from "#lib/bookings/meeting.ts";
import { runMeetingTimer } from "#lib/bookings/run-meeting-timer.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { EventItem } from "#lib/events/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/table/entity.ts";
import { queryAll } from "#lib/table/query.ts";
import { addAttendee } from "#test/support/builders/booking-parts.ts";
import { reschedule } from "#test/support/builders/builders.ts";
import { type MeetingScene, simulateMeetings } from "#test/support/builders/meetings.ts";
import { runContender } from "#test/support/calls/run-contender.ts";
import { ManualClock } from "#test/support/clock/manual-clock.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const clock = new ManualClock(Date.parse("2030-03-04T08:00:00Z"));
const aws = useLocalTable({ clock });
beforeEach(() => setClock(() => clock.now()));

const TRIES = runCount(5);
const { inMinutes, makeScene, pass } = simulateMeetings(clock, aws);

type Contender = (scene: MeetingScene) => Promise<unknown>;

const begin: Contender = ({ booking: { userId, id: bookingId, startTime: at } }) =>
  runMeetingTimer({ timer: "meeting", userId, bookingId, trigger: "MEETING_STARTED", at });
const change =
  (changes: () => object): Contender =>
  ({ host, booking }) =>
    updateBooking(host, { id: booking.id }, BookingUpdate.parse(changes()));
const cancel: Contender = ({ host, booking }) => cancelBooking(host, { id: booking.id }, {});
const accept = change(() => ({ status: "ACCEPTED" }));
const move = change(() => ({ start: inMinutes(60), end: inMinutes(64) }));

const RACES: { name: string; eventType?: object; contenders: Contender[] }[] = [
  { name: "its timer, twice", contenders: [begin, begin, begin] },
  { name: "a cancellation", contenders: [begin, cancel] },
  { name: "a rejection", contenders: [begin, change(() => ({ status: "REJECTED" }))] },
  { name: "a new time", contenders: [begin, move, begin] },
  { name: "a new end", contenders: [begin, change(() => ({ end: inMinutes(9) }))] },
  {
    name: "a new text and a guest",
    contenders: [begin, change(() => ({ title: "New" })), (scene) => addAttendee(scene.host, scene.booking)],
  },
  { name: "its confirmation", eventType: { requiresConfirmation: true }, contenders: [begin, accept, begin] },
  { name: "a cancellation taken back", contenders: [begin, cancel, accept, begin] },
  {
    name: "a reschedule",
    contenders: [
      begin,
      ({ host, eventType, booking }) =>
        reschedule(host, eventType, { start: inMinutes(60), rescheduleUid: booking.uid }),
    ],
  },
];

type Event = Stored<typeof EventItem>;
const eventsOf = async ({ id, userId }: StoredBooking): Promise<Event[]> =>
  (await queryAll(EventItem, { userId })).filter(({ bookingId }) => bookingId === id);

/** A word for what was told of a meeting: what, and of which time. */
function meetingIn({ trigger, payload }: Event): string[] {
  const { startTime, endTime } = JSON.parse(payload);
  if (!MeetingTrigger.safeParse(trigger).success) return [];
  return [`${trigger} ${trigger === "MEETING_STARTED" ? startTime : endTime}`];
}

/** Requires of a booking that is over that its last time was told once, and of one that holds none that it was not told after. */
async function expectOver(booking: StoredBooking): Promise<void> {
  const events = await eventsOf(booking);
  const told = events.flatMap(meetingIn);
  expect(new Set(told).size).toBe(told.length);
  const { status, startTime, endTime } = booking;
  if (status === "ACCEPTED") {
    const times = [`MEETING_STARTED ${startTime}`, `MEETING_ENDED ${endTime}`];
    return expect(told).toEqual(expect.arrayContaining(times));
  }
  const [last] = events.toSorted((one, other) => other.sequence - one.sequence);
  // What took the place of a rescheduled booking tells of that.
  if (last && !booking.rescheduled) expect(meetingIn(last)).toEqual([]);
  expect(told.filter((text) => text.startsWith("MEETING_ENDED"))).toEqual([]);
}

describe("a meeting that starts at the same moment as", () => {
  it.for(RACES)(
    "$name is told as if one came after the other",
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
        for (const booking of await expectConsistentCalendar(host.userId)) await expectOver(booking);
    },
  );
});
