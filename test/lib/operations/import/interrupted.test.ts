import { ProvisionedThroughputExceededException } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { withTarget } from "#infra/cli/target.ts";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { targetOf } from "#test/support/command-line/command-line.ts";
import {
  attendeeLine,
  bookingLine,
  eventTypeLine,
  userLine,
} from "#test/support/command-line/export-lines.ts";
import { type Imported, importLines, reasonsIn } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { tableDigest } from "#test/support/table/table-digest.ts";
import { failNextTransactions, failTransactionsAfter } from "#test/support/table/transactions.ts";

const whole = useLocalTable();
const interrupted = useLocalTable();
const AHEAD = Date.UTC(2061, 0, 1);
/** A booking whose attendees need several transactions. */
const CROWD = 2_000;
const crowd = bookingLine(
  { id: CROWD, userId: 1, eventTypeId: 1, start: AHEAD },
  { attendees: Array.from({ length: 200 }, (_, at) => attendeeLine(CROWD + at)) },
);
const overlapping = bookingLine({ id: CROWD + 300, userId: 1, eventTypeId: 1, start: AHEAD });
const lines = [userLine(1), eventTypeLine(1, 1), crowd, overlapping];
const throttled = new ProvisionedThroughputExceededException({ message: "busy", $metadata: {} });

it("an import that is interrupted after every few transactions and repeated has the same result as one without interruptions", async () => {
  const expected = await withTarget(targetOf(whole().url), () => importLines(lines));
  const digest = await tableDigest(whole().url);
  await withTarget(targetOf(interrupted().url), async () => {
    let interruptions = 0;
    let repeated: Imported | undefined;
    while (!repeated) {
      // Two of the transactions raise the counters of users and event types each time.
      const end = failTransactionsAfter(4, new Error("killed"));
      repeated = await importLines(lines).catch((error: Error) => {
        expect(error.message).toBe("killed");
        interruptions += 1;
        return undefined;
      });
      end();
    }
    expect(interruptions).toBeGreaterThan(4);
    expect(repeated.rejectedLines).toEqual(expected.rejectedLines);
    expect(reasonsIn(repeated)[4]).toContain("the host is busy");
    expect((await getBooking(OPERATOR, CROWD)).attendees).toHaveLength(200);
  });
  expect(await tableDigest(interrupted().url)).toEqual(digest);
});

it("a repeated import does not restore attendees that were deleted since", async () => {
  await deleteAttendee(OPERATOR, { id: CROWD + 199 });
  const { result } = await importLines([crowd]);
  expect(result.counts["booking"]).toEqual({ imported: 0, unchanged: 1, rejected: 0 });
  expect((await getBooking(OPERATOR, CROWD)).attendees).toHaveLength(199);
});

it("a line is tried again while the table is throttled, and the import fails if that does not end", async () => {
  await importLines([userLine(9_000), eventTypeLine(9_001, 9_000)]);
  const booking = (id: number) =>
    bookingLine({ id, userId: 9_000, eventTypeId: 9_001, start: AHEAD + id * 3_600_000 });
  failNextTransactions(3, throttled);
  const { result, waited } = await importLines([booking(CROWD - 1)]);
  expect(result.counts["booking"]).toEqual({ imported: 1, unchanged: 0, rejected: 0 });
  expect(waited).toEqual([1_000, 2_000, 4_000]);
  failNextTransactions(1_000, throttled);
  await expect(importLines([booking(CROWD - 2)])).rejects.toMatchObject({
    code: "temporarily_unavailable",
    message: expect.stringContaining("Run the same command again"),
  });
});
