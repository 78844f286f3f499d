import { describe, expect, it } from "vitest";
import { EventItem } from "#lib/bookings/events/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { sweep } from "#lib/workers/sweep.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { expectMeetingEvents } from "#test/support/builders/meetings.ts";
import { cancel, change, ENDED, STARTED, triggersOf, useMeetings } from "./meeting-set-ups.ts";

const { clock, inMinutes, makeScene, pass } = useMeetings();

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
  ])("at %s, when clocks change, starts then and has its usual length", async (start) => {
    clock.advance((Date.parse(start) - clock.now()) / 1000 - 120);
    const scene = await makeScene();
    await pass(8);
    await expectMeetingEvents(scene, [
      [STARTED, start],
      [ENDED, new Date(Date.parse(start) + 240_000).toISOString()],
    ]);
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
