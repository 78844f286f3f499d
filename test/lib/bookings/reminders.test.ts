import { describe, expect, it } from "vitest";
import { DueMeeting } from "#lib/bookings/due-meeting.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { listEvents } from "#lib/bookings/events/list.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { runMeetingTimer } from "#lib/bookings/run-meeting-timer.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { REMINDER } from "#lib/storage/outbox/triggers.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, reschedule } from "#test/support/builders/builders.ts";
import type { MeetingSetUp } from "#test/support/builders/meetings.ts";
import { storeWithout } from "#test/support/builders/store-without.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { cancel, change, ENDED, STARTED, useMeetings } from "./meeting-set-ups.ts";

const { clock, inMinutes, setUpMeeting, runAll } = useMeetings();

/** Lets minutes pass, with a sweep and its timers at the end of each step. */
async function pass(minutes: number, step = minutes): Promise<void> {
  for (let passed = 0; passed < minutes; passed += step) {
    clock.advance(step * 60);
    await sweepDueShards();
    await runAll();
  }
}

/** The triggers and minutes before the start of the events after the first one, in order. */
async function eventsOf({ host }: Pick<MeetingSetUp, "host">): Promise<[string, number][]> {
  const [, ...events] = await queryAll(EventItem, { userId: host.userId });
  return events.map(({ trigger, createdAt, payload }) => {
    const { startTime } = JSON.parse(payload) as { startTime: string };
    return [trigger, Math.ceil((Date.parse(startTime) - Date.parse(createdAt)) / 60_000)];
  });
}

/** The minutes of the reminders to come. */
const toCome = async ({ booking }: Pick<MeetingSetUp, "booking">): Promise<number[]> =>
  renderBooking(await getStoredBooking(booking)).workflowReminders.map(({ id }) => id);

/** Sets up a meeting in 20 minutes, with these reminders. */
const setUpWith = (reminders: readonly number[], fields: object = {}, minutes = 20) =>
  setUpMeeting({ reminders, ...fields }, minutes);

describe("a booking with reminders", () => {
  it("has their events before its start, in order, once each, and then those of the meeting", async () => {
    const setUp = await setUpWith([5, 10, 15]);
    expect(await toCome(setUp)).toEqual([15, 10, 5]);
    await pass(5);
    expect(await toCome(setUp)).toEqual([10, 5]);
    await pass(20, 5);
    expect(await eventsOf(setUp)).toEqual([
      [REMINDER, 15],
      [REMINDER, 10],
      [REMINDER, 5],
      [STARTED, 0],
      [ENDED, -5],
    ]);
    expect(await toCome(setUp)).toEqual([]);
    const { iCalSequence, updatedAt } = await getStoredBooking(setUp.booking);
    expect([iCalSequence, updatedAt]).toEqual([0, setUp.booking.updatedAt]);
    await expectConsistentCalendar(setUp.host.userId);
  });

  it("lists them as the API of Cal.com does, and lists of events don't contain them", async () => {
    const setUp = await setUpWith([10]);
    expect(renderBooking(setUp.booking).workflowReminders).toEqual([
      { id: 10, method: "EMAIL", scheduledDate: inMinutes(10), scheduled: true, referenceId: null },
    ]);
    await pass(10);
    clock.advance(60);
    const listed = await readWholeList(listEvents(setUp.host));
    expect(listed.map(({ trigger }) => trigger)).toEqual(["BOOKING_CREATED"]);
    expect(await eventsOf(setUp)).toMatchObject([[REMINDER, 10]]);
  });

  it("has no reminder whose time was over when it was made", async () => {
    const setUp = await setUpWith([5, 20, 30]);
    expect(await toCome(setUp)).toEqual([5]);
    await pass(15);
    expect(await eventsOf(setUp)).toMatchObject([[REMINDER, 5]]);
  });

  it("has none if nobody gets mails: of this event type, or of this booking", async () => {
    const { host, eventType, booking } = await setUpWith([10], { sendEmails: false });
    expect(booking).not.toHaveProperty("nextReminders");
    await updateEventType(host, eventType, { sendEmails: { attendees: false, hosts: true } });
    clock.advance(6);
    const start = inMinutes(30);
    const silent = await book(host, eventType, { start, sendEmails: false });
    expect(silent).toMatchObject({ sendEmails: false });
    expect(silent).not.toHaveProperty("nextReminders");
    const successor = await reschedule(host, eventType, {
      ...{ start: inMinutes(40), rescheduleUid: silent.uid },
    });
    expect(successor).toMatchObject({ sendEmails: false });
    expect(await toCome({ booking: successor })).toEqual([]);
    await change({ host, eventType, booking: successor }, { start: inMinutes(50) });
    expect(await toCome({ booking: successor })).toEqual([]);
    expect(await toCome({ booking: await book(host, eventType, { start }) })).toEqual([10]);
  });

  it("of an event type without reminders is stored as before", async () => {
    const { booking } = await setUpMeeting();
    for (const name of ["nextReminders", "sendEmails"]) expect(booking).not.toHaveProperty(name);
  });
});

describe("the reminders of a booking that", () => {
  it("is moved come before its new time, also those that were sent", async () => {
    const setUp = await setUpWith([10, 15]);
    await pass(5);
    await change(setUp, { start: inMinutes(30), end: inMinutes(34) });
    expect(await toCome(setUp)).toEqual([15, 10]);
    await pass(20, 5);
    expect(await eventsOf(setUp)).toEqual([
      [REMINDER, 15],
      ["BOOKING_RESCHEDULED", 30],
      [REMINDER, 15],
      [REMINDER, 10],
    ]);
  });

  it("is moved to an earlier time are only those that are still to come", async () => {
    const setUp = await setUpWith([10, 5], {}, 60);
    await change(setUp, { start: inMinutes(8), end: inMinutes(12) });
    expect(await toCome(setUp)).toEqual([5]);
    await pass(3);
    expect(await eventsOf(setUp)).toMatchObject([
      ["BOOKING_RESCHEDULED", 8],
      [REMINDER, 5],
    ]);
  });

  it("is shortened stay the same", async () => {
    const setUp = await setUpWith([15, 10]);
    await pass(5);
    await change(setUp, { end: new Date(Date.parse(setUp.booking.endTime) - 60_000).toISOString() });
    expect(await toCome(setUp)).toEqual([10]);
    await pass(5);
    expect(await eventsOf(setUp)).toMatchObject([
      [REMINDER, 15],
      ["BOOKING_RESCHEDULED", 15],
      [REMINDER, 10],
    ]);
  });

  it("is replaced by another are those of the other one", async () => {
    const { host, eventType, booking } = await setUpWith([10]);
    const start = inMinutes(40);
    const successor = await reschedule(host, eventType, { start, rescheduleUid: booking.uid });
    expect([await toCome({ booking }), await toCome({ booking: successor })]).toEqual([[], [10]]);
    await pass(30);
    expect(await eventsOf({ host })).toMatchObject([
      ["BOOKING_RESCHEDULED", 40],
      [REMINDER, 10],
    ]);
  });

  it("is cancelled vanish, and come back with it if they are still to come", async () => {
    const setUp = await setUpWith([15, 10]);
    await cancel(setUp);
    expect(await toCome(setUp)).toEqual([]);
    await pass(7);
    await change(setUp, { status: "ACCEPTED" });
    expect(await toCome(setUp)).toEqual([10]);
    await pass(3);
    expect(await eventsOf(setUp)).toMatchObject([
      ["BOOKING_CANCELLED", 20],
      ["BOOKING_CREATED", 13],
      [REMINDER, 10],
    ]);
  });

  it("comes back at a later time come again, also those that were sent", async () => {
    const setUp = await setUpWith([15, 10]);
    await pass(11, 1);
    await cancel(setUp);
    await change(setUp, { status: "ACCEPTED", start: inMinutes(30), end: inMinutes(34) });
    expect(await toCome(setUp)).toEqual([15, 10]);
  });

  it("waits for confirmation are sent after it, without those that are over", async () => {
    const setUp = await setUpWith([15, 10], { requiresConfirmation: true });
    expect(renderBooking(setUp.booking).workflowReminders).toMatchObject([
      { id: 15, scheduled: false },
      { id: 10, scheduled: false },
    ]);
    await pass(7);
    await change(setUp, { status: "ACCEPTED" });
    expect(await toCome(setUp)).toEqual([10]);
    await pass(3);
    expect(await eventsOf(setUp)).toMatchObject([
      ["BOOKING_CREATED", 13],
      [REMINDER, 10],
    ]);
  });

  it("was made before the event type changed stay the same until it is moved", async () => {
    const setUp = await setUpWith([10]);
    const { host, eventType } = setUp;
    await updateEventType(host, eventType, { reminders: [5] });
    clock.advance(6);
    await change(setUp, { title: "Renamed" });
    expect(await toCome(setUp)).toEqual([10]);
    await change(setUp, { start: inMinutes(30), end: inMinutes(34) });
    expect(await toCome(setUp)).toEqual([5]);
  });
});

describe("after an outage", () => {
  it.each([
    ["up to 30 minutes late is sent", 29, [REMINDER]],
    ["more than 30 minutes late is omitted, and the meeting starts", 31, []],
  ])("a reminder that is %s", async (_, minutes, sent) => {
    const setUp = await setUpWith([60], {}, 65);
    await pass(5 + minutes);
    expect((await eventsOf(setUp)).map(([trigger]) => trigger)).toEqual(sent);
    expect(await toCome(setUp)).toEqual([]);
    await pass(35);
    expect((await eventsOf(setUp)).map(([trigger]) => trigger)).toEqual([...sent, STARTED]);
  });

  it("a reminder is not sent after the start", async () => {
    const setUp = await setUpWith([5]);
    await pass(21);
    await pass(1);
    expect((await eventsOf(setUp)).map(([trigger]) => trigger)).toEqual([STARTED]);
  });
});

it.each([
  ["2030-03-31T01:30:00.000Z", "2030-03-30T01:30:00.000Z"],
  ["2030-10-27T01:30:00.000Z", "2030-10-26T01:30:00.000Z"],
])("a reminder of a day is 24 hours before %s, also if clocks change in between", async (start, at) => {
  clock.advance((Date.parse(start) - clock.now()) / 1_000 - 1_500 * 60);
  const { booking } = await setUpWith([1_440], {}, 1_500);
  expect(booking.startTime).toBe(start);
  expect(renderBooking(booking).workflowReminders).toMatchObject([{ scheduledDate: at }]);
});

describe("a timer of a reminder", () => {
  const timerOf = ({ userId, id }: StoredBooking, minutes: number) => ({
    ...({ timer: "meeting", userId, bookingId: id, trigger: REMINDER } as const),
    at: inMinutes(minutes),
  });

  it("that runs many times at once records one event", async () => {
    const setUp = await setUpWith([10]);
    const timer = timerOf(setUp.booking, 10);
    clock.advance(10 * 60);
    await Promise.all(Array.from({ length: 5 }, () => runMeetingTimer(timer)));
    await runMeetingTimer(timer);
    expect(await eventsOf(setUp)).toEqual([[REMINDER, 10]]);
  });

  it("that runs while the booking is moved has the reminder of one of both times", async () => {
    const setUp = await setUpWith([10]);
    const timer = timerOf(setUp.booking, 10);
    clock.advance(10 * 60);
    const moved = change(setUp, { start: inMinutes(30), end: inMinutes(34) });
    await Promise.all([moved, runMeetingTimer(timer)]);
    const events = await eventsOf(setUp);
    expect(events.filter(([trigger]) => trigger === REMINDER).length).toBeLessThan(2);
    expect(await toCome(setUp)).toEqual([10]);
  });

  it("of an earlier time does nothing", async () => {
    const setUp = await setUpWith([10]);
    const timer = timerOf(setUp.booking, 10);
    await change(setUp, { start: inMinutes(30), end: inMinutes(34) });
    clock.advance(10 * 60);
    await runMeetingTimer(timer);
    expect(await eventsOf(setUp)).toMatchObject([["BOOKING_RESCHEDULED", 30]]);
  });

  it("whose time in the due index is that of a release without reminders still leads to the start", async () => {
    const setUp = await setUpWith([10]);
    const { userId, id, startTime } = setUp.booking;
    clock.advance(20 * 60);
    await runMeetingTimer({ timer: "meeting", userId, bookingId: id, trigger: REMINDER, at: startTime });
    expect(await eventsOf(setUp)).toEqual([]);
    await pass(1);
    expect((await eventsOf(setUp)).map(([trigger]) => trigger)).toEqual([STARTED]);
  });
});

it("a booking of an earlier version has no reminders, and its meeting starts", async () => {
  const setUp = await setUpMeeting({}, 5);
  const { userId, id } = setUp.booking;
  await storeWithout(BookingItem, { userId, id }, ["nextReminders", "sendEmails"]);
  expect(await findItem(DueMeeting, { userId, id })).not.toHaveProperty("nextReminders");
  await pass(6);
  expect((await eventsOf(setUp)).map(([trigger]) => trigger)).toEqual([STARTED]);
});
