import { describe, expect, it } from "vitest";
import { createSchedule } from "#lib/calendar/schedules/create.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { attendeeRequest } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reserve } from "#test/support/builders/builders.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, RANGE, requestAvailability } from "./request-availability.ts";

useLocalTable();

/** Creates a host in Berlin who is open on Tuesdays from 9 to 12, and on Wednesday 2031-03-05 from 14 to 15. */
async function makeBerliner(): Promise<Caller> {
  const host = await makeHost();
  const fields = {
    name: "Work",
    timeZone: "Europe/Berlin",
    availability: [{ days: [2], startTime: "09:00", endTime: "12:00" }],
    overrides: [{ date: "2031-03-05", slots: [{ start: "14:00", end: "15:00" }] }],
  };
  await createSchedule(host, ScheduleCreate.parse(fields));
  return host;
}

describe("the availability of a user", () => {
  it("is busy with reservations, and with slots that only reservations have", async () => {
    const host = await makeHost();
    const [alone, seated] = [
      await makeEventType(host, { afterEventBuffer: 15 }),
      await makeEventType(host, { seatsPerTimeSlot: 2 }),
    ];
    await reserve(host, alone, { start: at("09:00") });
    await reserve(host, seated, { start: at("11:00") });
    const { json } = await requestAvailability(host, { ...RANGE, userId: host.userId });
    expect(json["busy"]).toEqual([
      {
        start: at("09:00"),
        end: at("09:30"),
        title: "Reserved",
        source: `eventType-${alone.id}`,
        reservationUid: expect.any(String),
      },
      { start: at("11:00"), end: at("11:30"), title: seated.title, source: `eventType-${seated.id}` },
    ]);
  });

  it("has the hours of the schedule, and bookings without their buffers", async () => {
    const host = await makeBerliner();
    const eventType = await makeEventType(host, { beforeEventBuffer: 15, afterEventBuffer: 15 });
    const booking = await book(host, eventType, { start: at("09:00") });
    const { status, json } = await requestAvailability(host, { ...RANGE, userId: host.userId });
    expect(status).toBe(200);
    expect(json).toEqual({
      busy: [
        {
          start: at("09:00"),
          end: at("09:30"),
          title: booking.title,
          source: `eventType-${eventType.id}-booking-${booking.id}`,
        },
      ],
      timeZone: "Europe/Berlin",
      dateRanges: [
        { start: at("08:00"), end: at("11:00") },
        { start: "2031-03-05T13:00:00.000Z", end: "2031-03-05T14:00:00.000Z" },
      ],
      workingHours: [{ days: [2], startTime: 540, endTime: 720, userId: host.userId }],
      dateOverrides: [{ date: "2031-03-05", startTime: 840, endTime: 900 }],
      slots: {},
    });
  });

  it("is open at all hours without a schedule", async () => {
    const host = await makeHost();
    const { json } = await requestAvailability(host, { ...RANGE, userId: host.userId });
    expect(json).toMatchObject({
      busy: [],
      timeZone: "Europe/Zurich",
      dateRanges: [{ start: "2031-03-04T00:00:00.000Z", end: "2031-03-06T00:00:00.000Z" }],
      workingHours: [{ days: [0, 1, 2, 3, 4, 5, 6], startTime: 0, endTime: 1440 }],
      dateOverrides: [],
    });
  });

  it("has a shared slot once, with the title of its event type", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { title: "Yoga", seatsPerTimeSlot: 3, afterEventBuffer: 10 });
    await book(host, eventType, { start: at("09:00") });
    await book(host, eventType, { start: at("09:00"), responses: attendeeRequest(0) });
    const { json } = await requestAvailability(host, { ...RANGE, userId: host.userId });
    expect(json["busy"]).toEqual([
      { start: at("09:00"), end: at("09:30"), title: "Yoga", source: `eventType-${eventType.id}` },
    ]);
  });

  it("has the bookings in the range, and not those that only have buffers in it", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { afterEventBuffer: 15 });
    for (const time of ["08:00", "08:45", "10:30"]) await book(host, eventType, { start: at(time) });
    const range = { startTime: at("08:35"), endTime: at("10:30") };
    const { json } = await requestAvailability(host, { ...range, userId: host.userId });
    expect(json["busy"]).toMatchObject([{ start: at("08:45"), end: at("09:15") }]);
  });

  it("has the slots and the hours of an event type, whose host is the user if no other is named", async () => {
    const host = await makeBerliner();
    const schedule = await createSchedule(
      host,
      ScheduleCreate.parse({
        name: "Evenings",
        timeZone: "UTC",
        availability: [{ days: [2], startTime: "18:00", endTime: "19:00" }],
      }),
    );
    const { id: eventTypeId } = await makeEventType(host, { scheduleId: schedule.id });
    const { json } = await requestAvailability(host, { ...RANGE, eventTypeId });
    expect(json).toMatchObject({
      timeZone: "UTC",
      dateRanges: [{ start: at("18:00"), end: at("19:00") }],
      slots: { "2031-03-04": [{ time: at("18:00") }, { time: at("18:30") }] },
    });
    const other = await makeHost("ADMIN");
    expect((await requestAvailability(other, { ...RANGE, eventTypeId, userId: other.userId })).status).toBe(
      404,
    );
  });

  it("is found by `me` and by id in a path", async () => {
    const host = await makeBerliner();
    for (const id of ["me", String(host.userId)])
      expect(
        (await requestAvailability(host, RANGE, { id: "users.availability", path: { id } })).json,
      ).toMatchObject({
        timeZone: "Europe/Berlin",
      });
  });

  it.each([
    ["Either username or userId or teamId should be filled in.", RANGE],
    ["dateTo must be after dateFrom", { dateFrom: RANGE.dateTo, dateTo: RANGE.dateFrom, userId: 1 }],
    ['"endTime" is required.', { dateFrom: RANGE.dateFrom, userId: 1 }],
    [
      "The range from dateFrom to dateTo can be at most 92 days.",
      { dateFrom: "2031-01-01", dateTo: "2031-06-01", userId: 1 },
    ],
  ])("is rejected with: %s", async (message, query) => {
    const { status, json } = await requestAvailability(await makeHost(), query);
    expect([status, json["detail"]]).toEqual([400, expect.stringContaining(message)]);
  });

  it("takes three round trips, also with the slots of an event type", async () => {
    const host = await makeBerliner();
    const eventType = await makeEventType(host);
    await book(host, eventType, { start: at("09:00") });
    const queries: Query[] = [{ userId: host.userId }, { eventTypeId: eventType.id }];
    for (const query of queries) {
      await requestAvailability(host, { ...RANGE, ...query });
      expect(roundTrips().trips).toBeLessThanOrEqual(3);
    }
  });
});

describe("the availability of a user with an event type", () => {
  it("reads the schedules and the claimed minutes once", async () => {
    const host = await makeBerliner();
    const eventType = await makeEventType(host, { afterEventBuffer: 15 });
    await book(host, eventType, { start: at("09:00") });
    setClock(() => Date.now() + 6_000);
    await requestAvailability(host, { ...RANGE, eventTypeId: eventType.id });
    // Event type and host, schedules, claimed minutes, the booking.
    expect(roundTrips()).toEqual({ trips: 3, calls: 4 });
  });

  it("is not busy with bookings that only overlap the buffers of a slot", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { beforeEventBuffer: 60, afterEventBuffer: 60 });
    await book(host, await makeEventType(host), { start: at("09:30") });
    const range = { startTime: at("10:30"), endTime: at("11:30") };
    const { json } = await requestAvailability(host, { ...range, eventTypeId: eventType.id });
    expect(json).toMatchObject({ busy: [], slots: { "2031-03-04": [{ time: at("11:00") }] } });
  });
});
