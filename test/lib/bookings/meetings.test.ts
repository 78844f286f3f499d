import { beforeEach, describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { EventItem } from "#lib/events/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/table/query.ts";
import { sweep } from "#lib/workers/sweep.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { reschedule } from "#test/support/builders/builders.ts";
import {
  expectMeetingEvents,
  listMeetingEvents,
  type MeetingScene,
  simulateMeetings,
} from "#test/support/builders/meetings.ts";
import { ManualClock } from "#test/support/clock/manual-clock.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const clock = new ManualClock(Date.parse("2030-03-04T08:00:00Z"));
const aws = useLocalTable({ clock });
beforeEach(() => setClock(() => clock.now()));

const STARTED = "MEETING_STARTED";
const ENDED = "MEETING_ENDED";
/** A scene's meeting begins in two minutes and ends in six. */
const { inMinutes, makeScene, pass } = simulateMeetings(clock, aws);

const change = ({ host, booking }: MeetingScene, changes: object): Promise<StoredBooking> =>
  updateBooking(host, { id: booking.id }, BookingUpdate.parse(changes));
const cancel = ({ host, booking }: MeetingScene): Promise<StoredBooking> =>
  cancelBooking(host, { id: booking.id }, {});
const triggersOf = async ({ host }: MeetingScene): Promise<string[]> =>
  (await listMeetingEvents(host)).map(([trigger]) => trigger);

describe("a meeting", () => {
  it("records its start and its end, once each, within a minute, without another change of the booking", async () => {
    const scene = await makeScene();
    const { startTime, endTime, updatedAt } = scene.booking;
    await pass(8);
    await expectMeetingEvents(scene, [
      [STARTED, startTime],
      [ENDED, endTime],
    ]);
    expect(await getStoredBooking(scene.booking)).toMatchObject({
      updatedAt,
      iCalSequence: 0,
      eventSequence: 3,
    });
    await pass(8);
    expect(await triggersOf(scene)).toEqual([STARTED, ENDED]);
  });

  it("has events with the booking at that time", async () => {
    const scene = await makeScene();
    await change(scene, { title: "Renamed" });
    await pass(3);
    const events = await queryAll(EventItem, { userId: scene.host.userId });
    const { payload = "{}", ...event } = events.find(({ trigger }) => trigger === STARTED) ?? {};
    expect(event).toMatchObject({ eventTypeId: scene.eventType.id, sequence: 2 });
    expect(JSON.parse(payload)).toMatchObject({
      uid: scene.booking.uid,
      title: "Renamed",
      status: "ACCEPTED",
      startTime: scene.booking.startTime,
      sequence: 2,
    });
  });

  it("that is booked for the present starts at the next sweep", async () => {
    const scene = await makeScene({}, 0);
    await pass(1);
    await expectMeetingEvents(scene, [[STARTED, scene.booking.startTime]]);
  });

  it.each([
    "2030-03-31T00:58:00.000Z",
    "2030-03-31T01:00:00.000Z",
    "2030-10-27T00:58:00.000Z",
    "2030-10-27T01:00:00.000Z",
  ])("at %s, when clocks change, begins then and takes as long as any", async (start) => {
    clock.advance((Date.parse(start) - clock.now()) / 1000 - 120);
    const scene = await makeScene();
    await pass(8);
    await expectMeetingEvents(scene, [
      [STARTED, start],
      [ENDED, new Date(Date.parse(start) + 240_000).toISOString()],
    ]);
  });
});

describe("a meeting that is moved", () => {
  it.each([
    ["to later", 5],
    ["to earlier", 1],
  ])("%s before it begins is told at its new time alone", async (_, minutes) => {
    const scene = await makeScene();
    const times = { start: inMinutes(minutes), end: inMinutes(minutes + 3) };
    await change(scene, times);
    await pass(9);
    await expectMeetingEvents(scene, [
      [STARTED, times.start],
      [ENDED, times.end],
    ]);
  });

  it("while its timer is set starts only at its new time", async () => {
    const scene = await makeScene({}, 1);
    await sweep();
    const times = { start: inMinutes(4), end: inMinutes(6) };
    await change(scene, times);
    await pass(7);
    await expectMeetingEvents(scene, [
      [STARTED, times.start],
      [ENDED, times.end],
    ]);
  });

  it("after its start starts and ends again", async () => {
    const scene = await makeScene();
    await pass(3);
    const times = { start: inMinutes(3), end: inMinutes(5) };
    await change(scene, times);
    await pass(6);
    await expectMeetingEvents(scene, [
      [STARTED, scene.booking.startTime],
      [STARTED, times.start],
      [ENDED, times.end],
    ]);
  });

  it("only in its end, during the meeting, ends then and does not start again", async () => {
    const scene = await makeScene();
    await pass(3);
    const end = inMinutes(6);
    await change(scene, { end });
    await pass(7);
    await expectMeetingEvents(scene, [
      [STARTED, scene.booking.startTime],
      [ENDED, end],
    ]);
  });

  it("only in its end, to the past, ends immediately, and only once", async () => {
    const scene = await makeScene();
    await pass(5);
    await change(scene, { end: inMinutes(-1) });
    await pass(1);
    expect(await triggersOf(scene)).toEqual([STARTED, ENDED]);
    await change(scene, { end: inMinutes(-3) });
    await pass(2);
    expect(await triggersOf(scene)).toEqual([STARTED, ENDED]);
  });

  it("only in its end, after it ended, ends again", async () => {
    const scene = await makeScene();
    await pass(8);
    const end = inMinutes(3);
    await change(scene, { end });
    await pass(4);
    await expectMeetingEvents(scene, [
      [STARTED, scene.booking.startTime],
      [ENDED, scene.booking.endTime],
      [ENDED, end],
    ]);
  });

  it("to another booking has only the events of that one", async () => {
    const scene = await makeScene();
    const { host, eventType, booking } = scene;
    const start = inMinutes(4);
    const successor = await reschedule(host, eventType, { start, rescheduleUid: booking.uid });
    await pass(9);
    await expectMeetingEvents(scene, [
      [STARTED, start],
      [ENDED, successor.endTime],
    ]);
    expect((await getStoredBooking(booking)).eventSequence).toBe(1);
  });
});

describe("a meeting whose booking", () => {
  it("is cancelled before the start has no events, even if its timer is set", async () => {
    const scene = await makeScene({}, 1);
    await sweep();
    await cancel(scene);
    await pass(7);
    await expectMeetingEvents(scene, []);
  });

  it("is rejected has no events", async () => {
    const scene = await makeScene();
    await change(scene, { status: "REJECTED" });
    await pass(8);
    await expectMeetingEvents(scene, []);
  });

  it("is cancelled during the meeting has no end", async () => {
    const scene = await makeScene();
    await pass(3);
    await cancel(scene);
    await pass(5);
    await expectMeetingEvents(scene, [[STARTED, scene.booking.startTime]]);
  });

  it("is restored before the start has both events", async () => {
    const scene = await makeScene();
    await cancel(scene);
    await pass(1);
    await change(scene, { status: "ACCEPTED" });
    await pass(7);
    await expectMeetingEvents(scene, [
      [STARTED, scene.booking.startTime],
      [ENDED, scene.booking.endTime],
    ]);
  });

  it("is restored during the meeting does not start twice", async () => {
    const scene = await makeScene();
    await pass(3);
    await cancel(scene);
    await pass(1);
    await change(scene, { status: "ACCEPTED" });
    await pass(4);
    await expectMeetingEvents(scene, [
      [STARTED, scene.booking.startTime],
      [ENDED, scene.booking.endTime],
    ]);
  });

  it("is restored after the end has no further events", async () => {
    const scene = await makeScene();
    await pass(3);
    await cancel(scene);
    await pass(5);
    await change(scene, { status: "ACCEPTED" });
    await pass(2);
    await expectMeetingEvents(scene, [[STARTED, scene.booking.startTime]]);
  });

  it("was never confirmed has no events; confirmed late it starts late", async () => {
    const never = await makeScene({ requiresConfirmation: true });
    const late = await makeScene({ requiresConfirmation: true });
    await pass(3);
    const confirmedAt = inMinutes(0);
    await change(late, { status: "ACCEPTED" });
    await pass(5);
    await expectMeetingEvents(never, []);
    await expectMeetingEvents(late, [
      [STARTED, confirmedAt],
      [ENDED, late.booking.endTime],
    ]);
  });
});
