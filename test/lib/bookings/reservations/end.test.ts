import { describe, expect, it } from "vitest";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { ReservationItem } from "#lib/bookings/reservations/entity.ts";
import { instantOf, minuteOf } from "#lib/platform/minutes.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeHost, reserve } from "#test/support/builders/builders.ts";
import { claimedMinutes, countOutcomes, makeCalendar } from "#test/support/builders/calendar.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2030-03-04T09:00:00.000Z";

describe("a reservation", () => {
  it("can be deleted only by the user who made it, its host and a system admin", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const maker = await makeHost();
    const makersOther = { ...maker, credentialId: "another key" };
    const admin = await makeHost("ADMIN");
    for (const caller of [maker, makersOther, host, admin]) {
      const { uid } = await reserve(maker, eventType, { start: START });
      const stranger = deleteReservation(await makeHost(), { uid });
      await expect(stranger).rejects.toMatchObject({ code: "not_found" });
      await deleteReservation(caller, { uid });
      await expect(deleteReservation(caller, { uid })).rejects.toMatchObject({ code: "not_found" });
      expect(await claimedMinutes(host)).toBe(0);
    }
  });

  it("can be deleted after it has expired, and a later booking of the time stays", async () => {
    const { host, eventType } = await makeCalendar();
    const { uid } = await reserve(host, eventType, { start: START });
    passMinutes(5);
    await book(host, eventType, { start: START });
    await deleteReservation(host, { uid });
    await expectConsistentCalendar(host.userId);
  });

  it("is either booked or deleted when both are requested concurrently, and its minutes match the result", async () => {
    const { host, eventType } = await makeCalendar();
    for (let round = 0; round < 5; round += 1) {
      const start = instantOf(minuteOf(START) + round * 30);
      const { uid } = await reserve(host, eventType, { start });
      const both = [book(host, eventType, { start, reservationUid: uid }), deleteReservation(host, { uid })];
      expect(await countOutcomes(both)).toEqual({ won: 1, not_found: 1 });
      expect(await findItem(ReservationItem, { uid })).toBeUndefined();
    }
    await expectConsistentCalendar(host.userId);
  });
});
