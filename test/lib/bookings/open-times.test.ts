import { describe, expect, it } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { book, bookingRequest, makeHost } from "#test/support/builders/builders.ts";
import { change, create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, closed, makeMorningEventType } from "./morning-event-type.ts";

useLocalTable();

describe("a new booking", () => {
  it("is rejected outside the host's hours, with the next slots", async () => {
    const { host, eventType, eventTypeId } = await makeMorningEventType();
    await book(host, eventType, { start: at("10:00", "2031-03-05") });
    expect(await create(host, eventTypeId, { start: at("11:30") })).toMatchObject(
      closed(
        "hours",
        ["09:00", "11:00"].map((time) => at(time, "2031-03-05")).concat(at("09:00", "2031-03-06")),
      ),
    );
  });

  it("is rejected with the rule busy if the host has another booking", async () => {
    const { host, eventType, eventTypeId } = await makeMorningEventType();
    await book(host, eventType, { start: at("09:00") });
    expect(await create(host, eventTypeId, { start: at("09:30") })).toMatchObject(
      closed("busy", [at("10:00"), at("11:00"), at("09:00", "2031-03-05")]),
    );
  });

  it("is rejected before the notice and outside the booking window", async () => {
    setClock(() => Date.parse(at("08:00")));
    const notice = await makeMorningEventType({ minimumBookingNotice: 120 });
    expect(await create(notice.host, notice.eventTypeId, { start: at("09:00") })).toMatchObject(
      closed("notice", [at("10:00"), at("11:00"), at("09:00", "2031-03-05")]),
    );
    const window = await makeMorningEventType({ periodType: "ROLLING", periodDays: 1 });
    expect(await create(window.host, window.eventTypeId, { start: at("09:00", "2031-03-06") })).toMatchObject(
      closed("window", []),
    );
  });

  it("can start off the grid of the slots if its time is open", async () => {
    const { host, eventTypeId } = await makeMorningEventType();
    expect(await create(host, eventTypeId, { start: at("09:07") })).toMatchObject({ status: 200 });
  });

  it("is rejected with 400 in the past, within and outside the hours", async () => {
    setClock(() => Date.parse(at("11:00")));
    const { host, eventTypeId } = await makeMorningEventType();
    for (const start of [at("10:00"), at("03:00")])
      expect(await create(host, eventTypeId, { start, ignoreAvailability: true })).toMatchObject({
        status: 400,
        json: { code: "booking_in_the_past", errors: [{ pointer: "#/start" }] },
      });
  });

  it("is offered slots that start at round times of the booker's zone", async () => {
    const { host, eventTypeId } = await makeMorningEventType();
    expect(await create(host, eventTypeId, { start: at("08:00"), timeZone: "Asia/Kolkata" })).toMatchObject(
      closed("hours", [at("09:30"), at("10:30"), at("09:30", "2031-03-05")]),
    );
  });

  it("for a full slot is rejected with other slots", async () => {
    const { host, eventType, eventTypeId } = await makeMorningEventType({ seatsPerTimeSlot: 1 });
    await book(host, eventType, { start: at("10:00") });
    expect(await create(host, eventTypeId, { start: at("10:00") })).toMatchObject({
      status: 409,
      json: {
        code: "booking_seats_full",
        rule: "busy",
        nextSlots: [at("11:00"), ...["09:00", "10:00"].map((time) => at(time, "2031-03-05"))],
      },
    });
  });

  it("is offered only shared slots that have seats for all its attendees", async () => {
    const { host, eventType, eventTypeId } = await makeMorningEventType({ seatsPerTimeSlot: 2 });
    await book(host, eventType, { start: at("10:00") });
    await book(host, eventType, { start: at("11:00") });
    const responses = { name: "Ann", email: "ann@example.com", guests: ["bob@example.com"] };
    const { json } = await create(host, eventTypeId, { start: at("10:00"), responses });
    expect(json["nextSlots"]).toEqual(["09:00", "10:00", "11:00"].map((time) => at(time, "2031-03-05")));
  });

  it("is offered no slots if it has more attendees than a slot has seats", async () => {
    const { host, eventTypeId } = await makeMorningEventType({ seatsPerTimeSlot: 2 });
    const guests = ["bob@example.com", "cy@example.com"];
    const responses = { name: "Ann", email: "ann@example.com", guests };
    expect(await create(host, eventTypeId, { start: at("10:00"), responses })).toMatchObject({
      status: 409,
      json: { code: "booking_seats_full", nextSlots: [] },
    });
  });

  it("is returned again for its Idempotency-Key after its time was closed", async () => {
    setClock(() => Date.parse(at("08:00")));
    const { host, eventTypeId } = await makeMorningEventType({ minimumBookingNotice: 60 });
    const body = bookingRequest(eventTypeId, { start: at("10:00") });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "again" };
    const first = await callEndpoint("bookings.create", host, { body, headers });
    setClock(() => Date.parse(at("09:30")));
    const again = await callEndpoint("bookings.create", host, { body, headers });
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  });
});

describe("ignoreAvailability", () => {
  it("lets the host and system admins book outside the hours, but no time of another booking", async () => {
    const { host, eventTypeId } = await makeMorningEventType();
    const start = (time: string) => ({ start: at(time), ignoreAvailability: true });
    expect(await create(host, eventTypeId, start("13:00"))).toMatchObject({ status: 200 });
    expect(await create(await makeHost("ADMIN"), eventTypeId, start("14:00"))).toMatchObject({ status: 200 });
    expect(await create(host, eventTypeId, start("13:30"))).toMatchObject(
      closed(
        "busy",
        ["09:00", "10:00", "11:00"].map((time) => at(time, "2031-03-05")),
      ),
    );
  });

  it("is ignored for other callers", async () => {
    const { eventTypeId } = await makeMorningEventType({ bookableBy: "anyone" });
    const fields = { start: at("13:00"), ignoreAvailability: true };
    expect(await create(await makeHost(), eventTypeId, fields)).toMatchObject({
      status: 409,
      json: { rule: "hours" },
    });
  });

  it("moves and reschedules a booking outside the hours", async () => {
    const { host, eventType } = await makeMorningEventType();
    const { id, uid: rescheduleUid } = await book(host, eventType, { start: at("09:00") });
    const body = { start: at("15:00"), end: at("16:00"), ignoreAvailability: true };
    expect(await change(host, id, body)).toMatchObject({ status: 200 });
    const later = { start: at("18:00"), rescheduleUid };
    expect(await create(host, eventType.id, later)).toMatchObject({ status: 409, json: { rule: "hours" } });
    expect(await create(host, eventType.id, { ...later, ignoreAvailability: true })).toMatchObject({
      status: 200,
    });
  });
});

it("a change of a schedule applies to bookings and slots within 5 seconds", async () => {
  const { host, eventTypeId } = await makeMorningEventType();
  expect(await create(host, eventTypeId, { start: at("13:00") })).toMatchObject({ status: 409 });
  const { json } = await callEndpoint("schedules.list", host, {});
  const [{ id }] = json["schedules"] as [{ id: number }];
  const availability = [{ days: [2], startTime: "13:00", endTime: "14:00" }];
  await callEndpoint("schedules.update", host, { path: { id: String(id) }, body: { availability } });
  setClock(() => Date.now() + 5_000);
  expect(await create(host, eventTypeId, { start: at("13:00") })).toMatchObject({ status: 200 });
  expect(await create(host, eventTypeId, { start: at("09:00") })).toMatchObject({ status: 409 });
});
