import { ProvisionedThroughputExceededException } from "@aws-sdk/client-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { findBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { attendeeLine, bookingLine, eventTypeLine, userLine } from "#test/support/export-lines.ts";
import { importLines, reasonsIn } from "#test/support/import-lines.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { countTransactions, refuseTransactions } from "#test/support/transactions.ts";

useLocalTable();
const AHEAD = Date.UTC(2060, 0, 1);
const HOUR = 3_600_000;

/** Bookings of one host, an hour after one another. */
const bookings = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    bookingLine({ id: first + at, userId: 1, eventTypeId: 1, start: AHEAD + (first + at) * HOUR }),
  );
beforeAll(async () => {
  await importLines([userLine(1), eventTypeLine(1, 1)]);
});

describe("lines that want nothing of each other", () => {
  it("are written many in a transaction, users and event types, too", async () => {
    const count = countTransactions();
    const { progress } = await importLines([
      ...Array.from({ length: 40 }, (_, at) => userLine(100 + at)),
      ...Array.from({ length: 40 }, (_, at) => eventTypeLine(100 + at, 100 + at)),
      ...bookings(1_000, 90),
    ]);
    expect(progress.counts).toMatchObject({
      user: { imported: 40 },
      event_type: { imported: 40 },
      booking: { imported: 90 },
    });
    expect(count()).toBeLessThan(170 / 5);
  });

  it("are written though others beside them are refused, each with its own reason", async () => {
    const lines = bookings(2_000, 30);
    const taken = { ...lines[3], id: 2_900, uid: "uid-2900", attendees: [attendeeLine(2_900)] };
    const imported = await importLines([
      ...lines.slice(0, 20),
      { ...lines[20], uid: "uid-1000" },
      taken,
      { ...lines[21], userId: 99 },
      ...lines.slice(22),
    ]);
    expect(imported.progress.counts["booking"]).toEqual({ imported: 28, unchanged: 0, refused: 3 });
    expect(reasonsIn(imported)).toEqual({
      21: "There is a booking with the uid uid-1000 already.",
      22: expect.stringContaining("the host has another booking"),
      23: "There is no such user.",
    });
    expect(await findBooking(OPERATOR, 2_029)).toMatchObject({ status: "ACCEPTED" });
  });

  it("wait while the table takes no more, and are imported then", async () => {
    // The counters are raised by one of a higher id, so that only bookings are written.
    await importLines(bookings(3_999, 1));
    const throttled = new ProvisionedThroughputExceededException({ message: "busy", $metadata: {} });
    refuseTransactions(3, throttled);
    const { progress, waited } = await importLines(bookings(3_000, 9));
    expect(progress.counts["booking"]).toEqual({ imported: 9, unchanged: 0, refused: 0 });
    expect(waited).toEqual([1_000, 1_000]);
    refuseTransactions(1_000, throttled);
    await expect(importLines(bookings(3_100, 1))).rejects.toBe(throttled);
  });
});
