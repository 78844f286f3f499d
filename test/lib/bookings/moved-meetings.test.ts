import { describe, expect, it } from "vitest";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { reschedule } from "#test/support/builders/builders.ts";
import { expectMeetingEvents } from "#test/support/builders/meetings.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { change, ENDED, STARTED, triggersOf, useMeetings } from "./meeting-set-ups.ts";

const { inMinutes, setUpMeeting, pass } = useMeetings();

describe("a meeting that is moved", () => {
  it.each([
    ["to later", 5],
    ["to earlier", 1],
  ])("%s before it starts has events only at its new time", async (_, minutes) => {
    const setUp = await setUpMeeting();
    const times = { start: inMinutes(minutes), end: inMinutes(minutes + 3) };
    await change(setUp, times);
    await pass(9);
    await expectMeetingEvents(setUp, [
      [STARTED, times.start],
      [ENDED, times.end],
    ]);
  });

  it("while its timer is set starts only at its new time", async () => {
    const setUp = await setUpMeeting({}, 1);
    await sweepDueShards();
    const times = { start: inMinutes(4), end: inMinutes(6) };
    await change(setUp, times);
    await pass(7);
    await expectMeetingEvents(setUp, [
      [STARTED, times.start],
      [ENDED, times.end],
    ]);
  });

  it("after its start starts and ends again", async () => {
    const setUp = await setUpMeeting();
    await pass(3);
    const times = { start: inMinutes(3), end: inMinutes(5) };
    await change(setUp, times);
    await pass(6);
    await expectMeetingEvents(setUp, [
      [STARTED, setUp.booking.startTime],
      [STARTED, times.start],
      [ENDED, times.end],
    ]);
  });

  it("only in its end, during the meeting, ends then and does not start again", async () => {
    const setUp = await setUpMeeting();
    await pass(3);
    const end = inMinutes(6);
    await change(setUp, { end });
    await pass(7);
    await expectMeetingEvents(setUp, [
      [STARTED, setUp.booking.startTime],
      [ENDED, end],
    ]);
  });

  it("only in its end, to the past, ends immediately, and only once", async () => {
    const setUp = await setUpMeeting();
    await pass(5);
    await change(setUp, { end: inMinutes(-1) });
    await pass(1);
    expect(await triggersOf(setUp)).toEqual([STARTED, ENDED]);
    await change(setUp, { end: inMinutes(-3) });
    await pass(2);
    expect(await triggersOf(setUp)).toEqual([STARTED, ENDED]);
  });

  it("only in its end, after it ended, ends again", async () => {
    const setUp = await setUpMeeting();
    await pass(8);
    const end = inMinutes(3);
    await change(setUp, { end });
    await pass(4);
    await expectMeetingEvents(setUp, [
      [STARTED, setUp.booking.startTime],
      [ENDED, setUp.booking.endTime],
      [ENDED, end],
    ]);
  });

  it("to another booking has only the events of that one", async () => {
    const setUp = await setUpMeeting();
    const { host, eventType, booking } = setUp;
    const start = inMinutes(4);
    const successor = await reschedule(host, eventType, { start, rescheduleUid: booking.uid });
    await pass(9);
    await expectMeetingEvents(setUp, [
      [STARTED, start],
      [ENDED, successor.endTime],
    ]);
    expect((await getStoredBooking(booking)).eventSequence).toBe(1);
  });
});
