import { describe, expect, it } from "vitest";
import { updateBooking } from "#lib/bookings/update.ts";
import { book, makeEventType, makeHost, reschedule, reserve } from "#test/support/builders/builders.ts";
import { makeCalendar } from "#test/support/builders/calendar.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2030-03-04T09:00:00.000Z";
const CODE = "no_available_users_found_error";
const untilOf = ({ until }: { until: number }) => new Date(until * 1_000).toISOString();

/** The failure for the user who made the reservation. */
const own = (reservation: { uid: string; until: number }) => ({
  code: CODE,
  message: `${CODE}: the time is reserved until ${untilOf(reservation)}; to use it, create a booking with the \`uid\` of the reservation as \`reservationUid\`, or delete the reservation.`,
  extensions: {
    rule: "busy",
    reservedUntil: untilOf(reservation),
    reservationUid: reservation.uid,
    nextSlots: expect.any(Array),
  },
});
/** The failure for everybody else: exactly these fields. */
const others = (reservation: { until: number }) => ({
  code: CODE,
  message: `${CODE}: the time is reserved until ${untilOf(reservation)}.`,
  extensions: { rule: "busy", reservedUntil: untilOf(reservation), nextSlots: expect.any(Array) },
});
const BOOKED = { code: CODE, message: `${CODE}: the host is busy at that time.` };

/** The code, message and extensions of a failure. */
const failureOf = async (call: Promise<unknown>) => {
  const error = Object(await call.catch((thrown: unknown) => thrown));
  return { code: error.code, message: error.message, extensions: error.extensions };
};

describe("the error for a reserved time", () => {
  it("names the reservation to the user who made it, with any credential, and only its end to others", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const maker = await makeHost();
    const stranger = await makeHost();
    const reservation = await reserve(maker, eventType, { start: START });
    const { uid, id } = await book(host, eventType, { start: "2030-03-04T12:00:00Z" });
    const makers = { ...maker, credentialId: "another key" };
    for (const call of [
      () => book(maker, eventType, { start: START }),
      () => book(makers, eventType, { start: START }),
      () => reserve(maker, eventType, { start: START }),
    ])
      expect(await failureOf(call())).toEqual(own(reservation));
    for (const call of [
      () => book(stranger, eventType, { start: START }),
      () => book(host, eventType, { start: START }),
      () => book(host, eventType, { start: START, ignoreAvailability: true }),
      () => reserve(stranger, eventType, { start: START }),
      () => reschedule(host, eventType, { start: START, rescheduleUid: uid }),
      () => updateBooking(host, { id }, { startTime: START, endTime: "2030-03-04T09:30:00.000Z" }),
    ])
      expect(await failureOf(call())).toEqual(others(reservation));
    await book(maker, eventType, { start: START, reservationUid: reservation.uid });
    await expect(book(stranger, eventType, { start: START })).rejects.toMatchObject(BOOKED);
  });

  it("has the end of the last reservation, and is that of a booking if there is one, too", async () => {
    const { host, eventType } = await makeCalendar({ lengths: [60, 90], bookableBy: "anyone" });
    await reserve(host, eventType, { start: START });
    const later = await reserve(host, eventType, { start: "2030-03-04T09:30:00Z", ttlMinutes: 20 });
    const stranger = await makeHost();
    const long = (end: string) => book(stranger, eventType, { start: START, end: `2030-03-04T${end}:00Z` });
    await book(host, eventType, { start: "2030-03-04T08:30:00Z" });
    await book(host, eventType, { start: "2030-03-04T10:00:00Z" });
    expect(await failureOf(long("10:00"))).toEqual(others(later));
    await expect(long("10:30")).rejects.toMatchObject(BOOKED);
    passMinutes(21);
    await long("10:00");
  });

  it("names a reserved seat to the user who made the reservation, and is the usual one for others", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const maker = await makeHost();
    const seats = await makeEventType(host, { bookableBy: "anyone", seatsPerTimeSlot: 1 });
    const seat = await reserve(maker, seats, { start: START });
    expect(await failureOf(book(maker, seats, { start: START }))).toMatchObject({
      code: "booking_seats_full",
      message: expect.stringContaining(`until ${untilOf(seat)}; to use it, create a booking`),
      extensions: { reservationUid: seat.uid },
    });
    expect(await failureOf(book(host, seats, { start: START }))).toMatchObject({
      code: "booking_seats_full",
      message: "No seats are left at this time. Choose another time.",
      extensions: { nextSlots: expect.any(Array) },
    });
    expect(await failureOf(book(host, eventType, { start: START }))).toEqual(others(seat));
  });
});
