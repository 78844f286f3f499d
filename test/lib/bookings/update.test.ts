import { describe, expect, it } from "vitest";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import {
  claimedMinutes,
  claimedRange,
  countOutcomes,
  listTriggers,
} from "#test/support/builders/calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, change, makeBooking } from "./booking-changes.ts";

useLocalTable();

describe("changing the text of a booking", () => {
  it("records no event", async () => {
    const { host, booking } = await makeBooking();
    const after = await change(host, booking, { title: "New", description: null });
    expect(after).toMatchObject({ title: "New", description: null, version: 2, iCalSequence: 0 });
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED"]);
  });

  it("changes nothing when it is the same", async () => {
    const { host, booking } = await makeBooking();
    expect(await change(host, booking, { title: booking.title })).toEqual(booking);
  });

  it("is for the host and system admins", async () => {
    const { booking } = await makeBooking();
    const [stranger, admin] = [await makeHost(), await makeHost("ADMIN")];
    await expect(change(stranger, booking, { title: "Mine" })).rejects.toMatchObject({ code: "not_found" });
    expect(await change(admin, booking, { title: "Theirs" })).toMatchObject({ title: "Theirs" });
  });
});

describe("changing the time of a booking", () => {
  it("moves the claim with its buffers, records one event, and raises iCalSequence", async () => {
    const { host, booking } = await makeBooking("09:00", { beforeEventBuffer: 5, afterEventBuffer: 10 });
    const after = await change(host, booking, { start: at("09:10"), end: at("10:00") });
    expect(after).toMatchObject({
      startTime: at("09:10"),
      endTime: at("10:00"),
      iCalSequence: 1,
      version: 2,
    });
    expect(await claimedRange(host)).toEqual({ from: at("09:05"), to: at("10:10"), count: 65 });
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED", "BOOKING_RESCHEDULED"]);
  });

  it.each(["start", "startTime"])("keeps the length if only %s is sent, earlier or later", async (name) => {
    const { host, booking } = await makeBooking("09:00", { afterEventBuffer: 5 });
    const earlier = await change(host, booking, { [name]: at("08:00") });
    expect(earlier).toMatchObject({ startTime: at("08:00"), endTime: at("08:30") });
    const later = await change(host, booking, { [name]: at("12:00") });
    expect(later).toMatchObject({ startTime: at("12:00"), endTime: at("12:30") });
    expect(await claimedRange(host)).toEqual({ from: at("12:00"), to: at("12:35"), count: 35 });
  });

  it("changes the length if only the end is sent", async () => {
    const { host, booking } = await makeBooking();
    const longer = await change(host, booking, { end: at("10:00") });
    expect(longer).toMatchObject({ startTime: at("09:00"), endTime: at("10:00") });
    expect(await change(host, booking, { start: at("12:00") })).toMatchObject({ endTime: at("13:00") });
  });

  it("rejects an end that is not after the start, with a pointer to the name that was sent", async () => {
    const { host, booking } = await makeBooking();
    for (const [body, pointer] of [
      [{ end: at("09:00") }, "#/end"],
      [{ endTime: at("08:00") }, "#/endTime"],
      [{ start: at("11:00"), end: at("11:00") }, "#/end"],
    ] as const)
      await expect(change(host, booking, body)).rejects.toMatchObject({ errors: [{ pointer }] });
  });

  it.each(["start", "startTime"])("rejects a %s whose end would be after the year 9999", async (name) => {
    const { host, booking } = await makeBooking();
    await expect(change(host, booking, { [name]: "9999-12-31T23:45:00Z" })).rejects.toMatchObject({
      errors: [{ pointer: `#/${name}` }],
    });
  });

  it("records no event if it is the same", async () => {
    const { host, booking } = await makeBooking();
    expect(await change(host, booking, { start: "2030-03-04T10:00:00+01:00" })).toEqual(booking);
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED"]);
  });

  it("is rejected if the host has another booking, and changes nothing", async () => {
    const { host, eventType, booking } = await makeBooking();
    await book(host, eventType, { start: at("10:00") });
    await expect(change(host, booking, { end: at("10:01") })).rejects.toMatchObject({
      code: "no_available_users_found_error",
    });
    expect(await claimedMinutes(host)).toBe(60);
  });

  it("is rejected in the past and with more than 36 hours", async () => {
    const { host, booking } = await makeBooking();
    await expect(change(host, booking, { start: "2020-01-01T00:00:00Z" })).rejects.toMatchObject({
      code: "booking_in_the_past",
      errors: [{ pointer: "#/start" }],
    });
    await expect(change(host, booking, { end: "2030-03-05T21:01:00Z" })).rejects.toMatchObject({
      code: "booking_too_long",
      errors: [{ pointer: "#/end" }],
    });
    const endTime = "2030-03-05T21:01:00Z";
    await expect(change(host, booking, { start: "2030-03-04T09:00:00Z", endTime })).rejects.toMatchObject({
      errors: [{ pointer: "#/endTime" }],
    });
  });

  it("derives a derived key again, so that the same booker can book the old time again", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const responses = { name: "Ann", email: "ann@example.com" };
    const booking = await book(host, eventType, { start: at("09:00"), responses });
    await change(host, booking, { start: at("11:00"), end: at("11:30") });
    const again = await book(host, eventType, { start: at("09:00"), responses });
    expect(again.idempotencyKey).toBe(booking.idempotencyKey);
    const conflicting = book(host, eventType, { start: at("11:00"), responses });
    await expect(conflicting).rejects.toMatchObject({ code: "booking_conflict" });
  });

  it("moves a seat to another slot, whether the old one has other bookings or not", async () => {
    const { host, eventType, booking } = await makeBooking("09:00", { seatsPerTimeSlot: 2 });
    const other = await book(host, eventType, { start: at("09:00") });
    await expect(change(host, booking, { start: at("09:15"), end: at("09:45") })).rejects.toMatchObject({
      code: "no_available_users_found_error",
    });
    await change(host, booking, { start: at("11:00"), end: at("11:30") });
    expect(await claimedMinutes(host)).toBe(60);
    await change(host, other, { start: at("09:15"), end: at("09:45") });
    await change(host, other, { start: at("11:00"), end: at("11:30") });
    expect(await claimedRange(host)).toEqual({ from: at("11:00"), to: at("11:30"), count: 30 });
    await expect(book(host, eventType, { start: at("11:00") })).rejects.toMatchObject({
      code: "booking_seats_full",
    });
  });
});

describe("concurrent changes", () => {
  it("a move and a new booking of the same time: exactly one succeeds", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { host, eventType, booking } = await makeBooking("08:00");
      const counts = await countOutcomes([
        change(host, booking, { start: at("10:00"), end: at("10:30") }),
        book(host, eventType, { start: at("10:15") }),
      ]);
      expect(counts).toEqual({ won: 1, no_available_users_found_error: 1 });
    }
  });

  it("ten changes of one booking are all applied", async () => {
    const { host, booking } = await makeBooking();
    const moves = Array.from({ length: 10 }, (_, minutes) =>
      change(host, booking, { end: at(`09:${String(31 + minutes)}`) }),
    );
    expect(await countOutcomes(moves)).toEqual({ won: 10 });
    const events = await listTriggers(host);
    expect(events.filter((trigger) => trigger === "BOOKING_RESCHEDULED")).toHaveLength(10);
  });
});

describe("the body of a change", () => {
  const listInvalidFields = (body: unknown) =>
    BookingUpdate.safeParse(body).error?.issues.map(({ path }) => ["#", ...path].join("/"));

  it("needs at least one field, and rejects unknown fields", () => {
    expect(listInvalidFields({})).toEqual(["#"]);
    expect(listInvalidFields({ title: "x", attendees: [] })).toEqual(["#"]);
    expect(listInvalidFields({ attendees: [] })).toEqual(["#"]);
  });

  it("accepts each time under either name, but not two different values", () => {
    const parsed = BookingUpdate.parse({
      start: at("09:00"),
      startTime: "2030-03-04T09:00Z",
      endTime: at("10:00"),
    });
    expect(parsed).toMatchObject({ startTime: at("09:00"), endTime: at("10:00") });
    expect(listInvalidFields({ start: at("09:00"), startTime: at("09:01") })).toEqual(["#/startTime"]);
    expect(listInvalidFields({ end: at("09:00"), endTime: at("09:01") })).toEqual(["#/endTime"]);
  });

  it("accepts a reason only with its status", () => {
    expect(listInvalidFields({ rejectionReason: "No" })).toEqual(["#/rejectionReason"]);
    expect(listInvalidFields({ status: "REJECTED", cancellationReason: "No" })).toEqual([
      "#/cancellationReason",
    ]);
    expect(listInvalidFields({ status: "DONE" })).toEqual(["#/status"]);
  });

  it("accepts who reschedules and who cancels as email addresses", () => {
    const people = { rescheduledBy: "ann@example.com", cancelledBy: "bob@example.com" };
    expect(BookingUpdate.parse({ title: "x", ...people })).toMatchObject(people);
    expect(listInvalidFields({ rescheduledBy: "Ann", cancelledBy: "" })).toEqual([
      "#/rescheduledBy",
      "#/cancelledBy",
    ]);
  });
});
