import { expect } from "vitest";
import { bookingLine, eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { tableDigest } from "#test/support/table/table-digest.ts";

const AHEAD = Date.UTC(2060, 0, 1);
/** The lines of a user and two event types; the second one has two seats. */
export const people = [userLine(1), eventTypeLine(1, 1), eventTypeLine(2, 1, { seatsPerTimeSlot: 2 })];
let made = 100;

/** A line of a booking that can be imported, with changes. */
export const booking = (more: Record<string, unknown> = {}) => {
  made += 1;
  const start = AHEAD + made * 3_600_000;
  return bookingLine({ id: made, userId: 1, eventTypeId: 1, start }, more);
};

/** The uid of the last line that `booking` returned. */
export const lastUid = (): string => `uid-${made}`;

/**
 * Imports lines after a dry run of them, which must store nothing, and reject the same lines for the same reasons, except those in
 * `conflicts`: bookings that take the time or the seats of earlier lines.
 */
export async function importAfterDryRun(
  tableUrl: string,
  lines: readonly (string | Buffer | Record<string, unknown>)[],
  conflicts: readonly number[] = [],
) {
  const before = await tableDigest(tableUrl);
  const { rejectedLines } = await importLines(lines, { isDryRun: true });
  expect(await tableDigest(tableUrl)).toEqual(before);
  const imported = await importLines(lines);
  expect(rejectedLines).toEqual(imported.rejectedLines.filter(({ line }) => !conflicts.includes(line)));
  return imported;
}
