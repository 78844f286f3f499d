import { describe, expect, it } from "vitest";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import type { Caller } from "#lib/caller.ts";
import { instantOf, minuteOf } from "#lib/platform/minutes.ts";
import { book, makeEventType, makeHost, reserve } from "#test/support/builders/builders.ts";
import { countOutcomes, makeCalendar } from "#test/support/builders/calendar.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2030-03-04T09:00:00.000Z";
const startAt = (index: number, from = START): string => instantOf(minuteOf(from) + index * 30);
/** The user with another credential for each request. */
const withKey = (user: Caller, index: number): Caller => ({ ...user, credentialId: `key-${index}` });

describe("the reservations of a user", () => {
  it("are 20 after 30 concurrent requests with 30 credentials, and expired ones do not count", async () => {
    const { host, eventType } = await makeCalendar();
    const from = (start: string) =>
      Array.from({ length: 30 }, (_, index) =>
        reserve(withKey(host, index), eventType, { start: startAt(index, start), ttlMinutes: 5 }),
      );
    expect(await countOutcomes(from(START))).toEqual({ won: 20, limit_reached: 10 });
    passMinutes(5);
    expect(await countOutcomes(from("2030-05-01T09:00:00Z"))).toEqual({ won: 20, limit_reached: 10 });
  });

  it("are 5 of the event types of another user, and 20 of several users", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const second = await makeEventType(host, { bookableBy: "anyone" });
    const guest = await makeHost();
    const tries = Array.from({ length: 30 }, (_, index) =>
      reserve(withKey(guest, index), index % 2 === 0 ? eventType : second, {
        start: startAt(index),
        ttlMinutes: 5,
      }),
    );
    expect(await countOutcomes(tries)).toEqual({ won: 5, limit_reached: 25 });
    const another = await makeHost();
    const others = Array.from({ length: 6 }, (_, index) =>
      reserve(another, eventType, { start: startAt(index, "2030-04-01T09:00:00Z") }),
    );
    expect(await countOutcomes(others)).toEqual({ won: 5, limit_reached: 1 });
    const elsewhere = await makeCalendar({ bookableBy: "anyone" });
    await reserve(guest, elsewhere.eventType, { start: START });
    passMinutes(5);
    await reserve(guest, eventType, { start: "2030-05-01T09:00:00Z" });
    await expectConsistentCalendar(host.userId);
  });

  it("are 20 of the own event types and for admins", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    for (const [day, caller] of [host, await makeHost("ADMIN")].entries()) {
      const tries = Array.from({ length: 21 }, (_, index) =>
        reserve(caller, eventType, { start: startAt(index, `2030-03-1${day}T09:00:00Z`) }),
      );
      expect(await countOutcomes(tries)).toEqual({ won: 20, limit_reached: 1 });
    }
  });

  it("no longer count when they are booked or deleted", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const guest = await makeHost();
    for (const [caller, count] of [
      [host, 22],
      [guest, 7],
    ] as const)
      for (let index = 0; index < count; index += 1) {
        const start = startAt(index, caller === host ? START : "2030-04-01T09:00:00Z");
        const { uid } = await reserve(caller, eventType, { start });
        if (index % 2 === 0) await deleteReservation(caller, { uid });
        else await book(caller, eventType, { start, reservationUid: uid });
      }
    await expectConsistentCalendar(host.userId);
  });
});
