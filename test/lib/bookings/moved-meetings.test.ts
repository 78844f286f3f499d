import { describe, expect, it } from "vitest";
import { sweep } from "#lib/workers/sweep.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { reschedule } from "#test/support/builders/builders.ts";
import { expectMeetingEvents } from "#test/support/builders/meetings.ts";
import { change, ENDED, STARTED, triggersOf, useMeetings } from "./meeting-set-ups.ts";

const { inMinutes, makeScene, pass } = useMeetings();

describe("a meeting that is moved", () => {
  it.each([
    ["to later", 5],
    ["to earlier", 1],
  ])("%s before it starts has events only at its new time", async (_, minutes) => {
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
