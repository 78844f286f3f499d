import { overdueSince } from "#lib/bookings/events/sweep.ts";
import { now } from "#lib/platform/clock.ts";
import { sweep } from "#lib/workers/sweep.ts";
import { listIndexEntries } from "./key-index.ts";

/** Milliseconds: more than a sweep looks ahead. */
const LOOKAHEAD = 80_000;
/** The sweep does not look ahead for the checks of calendars. */
const CALENDARS = /^DUE#calendars-/;

/**
 * Runs the sweep if it has anything to do. A sweep reads each of its partitions, which are more than a hundred; a test passes many minutes
 * in which none of them has a due item, and a scan shows that.
 */
export async function sweepIfDue(): Promise<void> {
  const [current, soon] = [0, LOOKAHEAD].map((span) => new Date(now() + span).toISOString());
  const due = await listIndexEntries("DUE#");
  const isDue = due.some(
    ({ partition, position }) => position < `${CALENDARS.test(partition) ? current : soon}~`,
  );
  const [oldest] = await listIndexEntries("UNPUBLISHED#");
  if (isDue || (oldest && oldest.position < `${overdueSince()}~`)) await sweep();
}
