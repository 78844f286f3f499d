import { describe, expect, it } from "vitest";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { expectMeetingEvents } from "#test/support/builders/meetings.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { cancel, change, ENDED, STARTED, triggersOf, useMeetings } from "./meeting-set-ups.ts";

const { clock, inMinutes, setUpMeeting, pass } = useMeetings();

describe("a meeting", () => {
  it("records its start and its end, once each, within a minute, without another change of the booking", async () => {
    const setUp = await setUpMeeting();
    const { startTime, endTime, updatedAt } = setUp.booking;
    await pass(8);
    await expectMeetingEvents(setUp, [
      [STARTED, startTime],
      [ENDED, endTime],
    ]);
    expect(await getStoredBooking(setUp.booking)).toMatchObject({
      updatedAt,
      iCalSequence: 0,
      eventSequence: 3,
    });
    await pass(8);
    expect(await triggersOf(setUp)).toEqual([STARTED, ENDED]);
  });

  it("has events with the booking at that time", async () => {
    const setUp = await setUpMeeting();
    await change(setUp, { title: "Renamed" });
    await pass(3);
    const events = await queryAll(EventItem, { userId: setUp.host.userId });
    const { payload = "{}", ...event } = events.find(({ trigger }) => trigger === STARTED) ?? {};
    expect(event).toMatchObject({ eventTypeId: setUp.eventType.id, sequence: 2 });
    expect(JSON.parse(payload)).toMatchObject({
      uid: setUp.booking.uid,
      title: "Renamed",
      status: "ACCEPTED",
      startTime: setUp.booking.startTime,
      sequence: 2,
    });
  });

  it("that is booked for the present starts at the next sweep", async () => {
    const setUp = await setUpMeeting({}, 0);
    await pass(1);
    await expectMeetingEvents(setUp, [[STARTED, setUp.booking.startTime]]);
  });

  it.each([
    "2030-03-31T00:58:00.000Z",
    "2030-03-31T01:00:00.000Z",
    "2030-10-27T00:58:00.000Z",
    "2030-10-27T01:00:00.000Z",
  ])("at %s, when clocks change, starts then and has its usual length", async (start) => {
    clock.advance((Date.parse(start) - clock.now()) / 1000 - 120);
    const setUp = await setUpMeeting();
    await pass(8);
    await expectMeetingEvents(setUp, [
      [STARTED, start],
      [ENDED, new Date(Date.parse(start) + 240_000).toISOString()],
    ]);
  });
});

describe("a meeting whose booking", () => {
  it("is cancelled before the start has no events, even if its timer is set", async () => {
    const setUp = await setUpMeeting({}, 1);
    await sweepDueShards();
    await cancel(setUp);
    await pass(7);
    await expectMeetingEvents(setUp, []);
  });

  it("is rejected has no events", async () => {
    const setUp = await setUpMeeting();
    await change(setUp, { status: "REJECTED" });
    await pass(8);
    await expectMeetingEvents(setUp, []);
  });

  it("is cancelled during the meeting has no end", async () => {
    const setUp = await setUpMeeting();
    await pass(3);
    await cancel(setUp);
    await pass(5);
    await expectMeetingEvents(setUp, [[STARTED, setUp.booking.startTime]]);
  });

  it("is restored before the start has both events", async () => {
    const setUp = await setUpMeeting();
    await cancel(setUp);
    await pass(1);
    await change(setUp, { status: "ACCEPTED" });
    await pass(7);
    await expectMeetingEvents(setUp, [
      [STARTED, setUp.booking.startTime],
      [ENDED, setUp.booking.endTime],
    ]);
  });

  it("is restored during the meeting does not start twice", async () => {
    const setUp = await setUpMeeting();
    await pass(3);
    await cancel(setUp);
    await pass(1);
    await change(setUp, { status: "ACCEPTED" });
    await pass(4);
    await expectMeetingEvents(setUp, [
      [STARTED, setUp.booking.startTime],
      [ENDED, setUp.booking.endTime],
    ]);
  });

  it("is restored after the end has no further events", async () => {
    const setUp = await setUpMeeting();
    await pass(3);
    await cancel(setUp);
    await pass(5);
    await change(setUp, { status: "ACCEPTED" });
    await pass(2);
    await expectMeetingEvents(setUp, [[STARTED, setUp.booking.startTime]]);
  });

  it("was never confirmed has no events; confirmed late it starts late", async () => {
    const never = await setUpMeeting({ requiresConfirmation: true });
    const late = await setUpMeeting({ requiresConfirmation: true });
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
