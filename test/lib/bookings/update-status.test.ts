import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { BookingStatus } from "#lib/bookings/schema.ts";
import { book, makeHost } from "#test/support/builders/builders.ts";
import { claimedMinutes, listPayloads, listTriggers } from "#test/support/builders/calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, change, makeBooking } from "./booking-changes.ts";

useLocalTable();

describe("changing the status of a booking", () => {
  const STATUSES: BookingStatus[] = ["PENDING", "ACCEPTED", "AWAITING_HOST", "CANCELLED", "REJECTED"];
  const HOLDING = ["PENDING", "ACCEPTED", "AWAITING_HOST"];
  const TRIGGERS = {
    PENDING: "BOOKING_REQUESTED",
    AWAITING_HOST: "BOOKING_REQUESTED",
    ACCEPTED: "BOOKING_CREATED",
    CANCELLED: "BOOKING_CANCELLED",
    REJECTED: "BOOKING_REJECTED",
  };
  const moves = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

  it.each(moves)("from %s to %s", async (from, to) => {
    const { host, booking } = await makeBooking();
    const before = await change(host, booking, { status: from });
    const recorded = await listTriggers(host);
    const after = await change(host, booking, { status: to });
    expect(after.status).toBe(to);
    expect(await claimedMinutes(host)).toBe(HOLDING.includes(to) ? 30 : 0);
    expect((await listTriggers(host)).slice(recorded.length)).toEqual(from === to ? [] : [TRIGGERS[to]]);
    expect(after.iCalSequence - before.iCalSequence).toBe(from === to ? 0 : 1);
  });

  it("stores the reasons, and removes them when the booking is restored", async () => {
    const { host, booking } = await makeBooking();
    const rejected = await change(host, booking, { status: "REJECTED", rejectionReason: "No time" });
    expect(rejected).toMatchObject({ rejectionReason: "No time" });
    const cancelled = await change(host, booking, { status: "CANCELLED", cancellationReason: "Ill" });
    expect(cancelled).toMatchObject({ cancellationReason: "Ill" });
    const back = await change(host, booking, { status: "ACCEPTED" });
    expect(back).toMatchObject({ rejectionReason: null, cancellationReason: null, cancelledBy: null });
  });

  it("records who cancels in the booking and in the event", async () => {
    const { host, booking } = await makeBooking();
    const people = { cancelledBy: "ann@example.com", rescheduledBy: "bob@example.com" };
    expect(await change(host, booking, { ...people, status: "CANCELLED" })).toMatchObject({
      cancelledBy: "ann@example.com",
    });
    const [, cancelled] = await listPayloads(host);
    expect(cancelled).toMatchObject({ status: "CANCELLED", cancelledBy: "ann@example.com" });
    expect(await change(host, booking, { status: "ACCEPTED" })).toMatchObject({ cancelledBy: null });
  });

  it("records who reschedules in the event: the host, unless another person is named", async () => {
    const { host, booking } = await makeBooking();
    await change(host, booking, { start: at("10:00"), rescheduledBy: "ann@example.com" });
    await change(host, booking, { start: at("11:00") });
    await change(await makeHost("ADMIN"), booking, { start: at("12:00") });
    const [, byAnn, byHost, byAdmin] = await listPayloads(host);
    expect(byAnn).toMatchObject({ startTime: at("10:00"), rescheduledBy: "ann@example.com" });
    expect(byHost).toMatchObject({ rescheduledBy: booking.user.email });
    expect(byAdmin).toMatchObject({ startTime: at("12:00"), rescheduledBy: null });
  });

  it("changes nothing if only people are named", async () => {
    const { host, booking } = await makeBooking();
    const people = { cancelledBy: "ann@example.com", rescheduledBy: "ann@example.com" };
    expect(await change(host, booking, people)).toEqual(booking);
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED"]);
  });

  it("claims the time again, and is rejected if another booking has it", async () => {
    const { host, eventType, booking } = await makeBooking();
    await cancelBooking(host, { id: booking.id }, {});
    await book(host, eventType, { start: at("09:15") });
    await expect(change(host, booking, { status: "ACCEPTED" })).rejects.toMatchObject({
      code: "no_available_users_found_error",
    });
    const elsewhere = { status: "ACCEPTED", start: at("12:00"), end: at("12:30") };
    expect(await change(host, booking, elsewhere)).toMatchObject({
      status: "ACCEPTED",
      startTime: at("12:00"),
    });
    expect((await listTriggers(host)).slice(-2)).toEqual(["BOOKING_RESCHEDULED", "BOOKING_CREATED"]);
  });

  it("claims its key again: if both are in use, the failure is that of the time", async () => {
    const { host, eventType, booking } = await makeBooking("09:00", { seatsPerTimeSlot: 5 });
    const { responses } = booking;
    await cancelBooking(host, { id: booking.id }, {});
    await book(host, eventType, { start: at("09:00"), responses });
    await expect(change(host, booking, { status: "ACCEPTED" })).rejects.toMatchObject({
      code: "booking_conflict",
    });
  });
});
